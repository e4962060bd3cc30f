import type { Resource } from '@mimamori/contract/labels'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { confirm, showFailure } from '../kit/dialogs.ts'
import type { Draft } from '../kit/form/check.ts'
import { useForm, type FormSpec, type FormState } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { changedNames, draftOf, type SettingDraft, type SettingShape } from './setting-values.ts'

type Saved = { readonly version: number } & Readonly<Record<string, unknown>>

type SettingFormSpec<Schema extends z.ZodObject> = {
  readonly id: string
  readonly schema: Schema
  readonly resource: Resource
  readonly shape: SettingShape
  readonly setting: Saved
  readonly save: (values: z.output<Schema>, version: number) => Promise<Saved>
  readonly amend?: FormSpec<Schema>['amend']
  /** What to think of before saving, in sentences. */
  readonly doubtsOf?: (values: z.output<Schema>) => readonly string[]
  /** Reads the setting again, after somebody else has changed it. */
  readonly reload: () => void
  /** Called with whether anything is unsaved. */
  readonly onDirty: (dirty: boolean) => void
}

export type SettingFormState<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What was saved last, or the defaults. */
  readonly saved: SettingDraft
  /** False where nothing was ever saved. */
  readonly isSaved: boolean
  readonly changed: readonly string[]
  /** Puts fields back to what was saved last. */
  readonly restore: (names: readonly string[]) => void
}

const isStale = (error: unknown) => error instanceof AnswerError && error.status === 412

/** A device's setting: stays on the screen after it is saved, knows what differs from that, and saves also what does not. */
export const useSettingForm = <Schema extends z.ZodObject>(spec: SettingFormSpec<Schema>): SettingFormState<Schema> => {
  const { shape, resource, onDirty } = spec
  const [last, setLast] = useState(spec.setting)
  const saved = draftOf(shape, last)
  const isSaved = last.version > 0

  const take = (draft: SettingDraft, set: FormState<Schema>['set'], names: readonly string[]) => {
    for (const name of names) set(name as never, draft[name] as never)
  }

  const form = useForm(spec.id, {
    schema: spec.schema,
    resource,
    initial: saved as Draft<Schema>,
    ...(spec.amend !== undefined && { amend: spec.amend }),
    onSubmit: async (values, set) => {
      const question = message(isSaved ? 'C009' : 'C006')
      const body = [...(spec.doubtsOf?.(values) ?? []), question].join('\n')
      if (!(await confirm({ body, verb: isSaved ? '更新する' : '保存する' }))) return {}
      try {
        const answer = await spec.save(values, last.version)
        setLast(answer)
        take(draftOf(shape, answer), set, shape.names)
      } catch (error) {
        if (!isStale(error)) await showFailure(error)
        else if (await confirm({ body: message('C022'), verb: '読み込み直す', cancel: '編集に戻る' })) spec.reload()
        return {}
      }
      await queryClient.invalidateQueries({ queryKey: [endpoints.downlink.list.path] })
      notify.success(message('C003'))
      return undefined
    },
  })

  const changed = changedNames(form.draft, saved)
  const dirty = changed.length > 0
  const hear = useRef(onDirty)
  useEffect(() => {
    hear.current = onDirty
  })
  useEffect(() => {
    hear.current(dirty)
    return () => hear.current(false)
  }, [dirty])

  // Nothing can be left out of a choice; 必須 beside each would only be noise.
  const required = new Set(shape.typed)
  return { form: { ...form, required }, saved, isSaved, changed, restore: (names) => take(saved, form.set, names) }
}
