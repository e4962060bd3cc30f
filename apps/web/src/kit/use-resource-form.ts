import { message } from '@mimamori/contract/messages'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { z } from 'zod'
import { AnswerError, TimedOutError, UnreachableError } from '../platform/call-error.ts'
import type { PlainScreen } from '../platform/screen.ts'
import { queryClient } from '../platform/query.ts'
import { confirm, showFailure } from './dialogs.ts'
import type { FieldErrors } from './form/check.ts'
import type { FormMode } from './form/form-mode.ts'
import { useForm, type FormSpec, type FormState } from './form/use-form.ts'
import { notify } from './notify.ts'
import { useUnsavedGuard } from './unsaved-guard.ts'
import { useLeave } from './use-leave.ts'

export type ResourceFormSpec<Schema extends z.ZodObject, Saved> = Pick<FormSpec<Schema>, 'schema' | 'resource' | 'initial' | 'amend'> & {
  readonly mode: FormMode
  /** Where those go who have nothing behind them. */
  readonly list: PlainScreen
  readonly save: (values: z.output<Schema>) => Promise<Saved>
  /** True where what was saved is another record from now on: screens of the former one, which may lie behind, find nothing any more. */
  readonly isAnother?: (saved: Saved) => boolean
  /**
   * Before the usual confirmation: false stops, words are said with it, in the one dialog; a failing call is reported like a
   * failing save.
   */
  readonly beforeSave?: (values: z.output<Schema>) => Promise<boolean | string> | boolean | string
  /** Faults of an answer that belong to fields; undefined leaves it to a dialog. */
  readonly faultsOf?: (error: unknown, values: z.output<Schema>, set: FormState<Schema>['set']) => FieldErrors | undefined
  /** Reads the record again, after somebody else has changed it. */
  readonly reload?: (() => void) | undefined
}

const askToSave = (mode: FormMode, caution: string | undefined) => {
  const [question, verb] = mode === 'create' ? [message('C008'), '登録する'] : [message('C009'), '更新する']
  return confirm({ body: [caution, question].filter((part) => part !== undefined).join('\n\n'), verb })
}

/** Sent, and nobody knows what became of it. Sent again as it is, it carries the same key and is made once. */
const isUnheard = (error: unknown) => error instanceof TimedOutError || (error instanceof UnreachableError && !error.offline)

const isStale = (error: unknown) => error instanceof AnswerError && error.status === 412

/** A form of a master: asks before it saves, says so after, goes back, and never overwrites somebody else's change. */
export const useResourceForm = <Schema extends z.ZodObject, Saved>(
  id: string,
  spec: ResourceFormSpec<Schema, Saved>,
): FormState<Schema> => {
  const leave = useLeave(spec.list)
  const router = useRouter()
  const isAnother = useRef(false)

  const refused = async (error: unknown, values: z.output<Schema>, set: FormState<Schema>['set']): Promise<FieldErrors> => {
    const faults = spec.faultsOf?.(error, values, set)
    if (faults !== undefined) return faults
    if (!isStale(error) || spec.reload === undefined) await showFailure(error)
    else if (await confirm({ body: message('C022'), verb: '読み込み直す', cancel: '編集に戻る' })) spec.reload()
    return {}
  }

  const form = useForm(id, {
    ...spec,
    onSubmit: async (values, set) => {
      let isSent = false
      try {
        const confirmed = (await spec.beforeSave?.(values)) ?? true
        if (confirmed === false || !(await askToSave(spec.mode, confirmed === true ? undefined : confirmed))) return {}
        isSent = true
        const saved = await spec.save(values)
        isAnother.current = spec.isAnother?.(saved) ?? false
      } catch (error) {
        if (isSent && spec.mode === 'create' && isUnheard(error)) {
          await showFailure(error, message('sendAgain'))
          return {}
        }
        return refused(error, values, set)
      }
      // Lists must not show the old value for a moment, under a notice that says it is saved.
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(message('C003'))
      return undefined
    },
    onSaved: () => (isAnother.current ? void router.navigate({ to: spec.list.path, replace: true }) : leave()),
  })
  useUnsavedGuard(() => spec.mode !== 'view' && form.isDirty())
  return form
}
