import type { Resource } from '@mimamori/contract/labels'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Banner } from '../../kit/banner.tsx'
import type { Draft, FieldErrors } from '../../kit/form/check.ts'
import { type FormState, useForm } from '../../kit/form/use-form.ts'
import { askToLose } from '../../kit/ask-to-lose.ts'
import { useUnsavedGuard } from '../../kit/unsaved-guard.ts'
import { errorLines } from '../../platform/call-error.ts'
import { Phrase } from '../../kit/phrase.tsx'
import styles from './draft-dialog.module.css'

type DraftDialogProps<Schema extends z.ZodObject> = {
  /** Distinguishes this form from others that a browser remembers. */
  readonly id: string
  readonly resource: Resource
  readonly schema: Schema
  readonly initial: Draft<Schema>
  readonly title: ReactNode
  /** What the button that saves says. */
  readonly verb: ReactNode
  /** Of both buttons, where they are larger than usual. */
  readonly buttonClass?: string
  readonly save: (values: z.output<Schema>) => Promise<unknown>
  /** Faults of an answer that belong to fields; undefined leaves it to the banner. */
  readonly faultsOf?: (error: unknown) => FieldErrors | undefined
  readonly onClose: () => void
  /** What is typed only confirms a deed, so that losing it loses nothing. */
  readonly confirms?: true
  /** The fields. */
  readonly children: (form: FormState<Schema>) => ReactNode
}

/** What is said in a dialog before its fields. */
export const DraftNote = ({ children }: { readonly children: ReactNode }) => <p className={styles['note']}>{children}</p>

// There is nothing to do in such a dialog but to fill in its fields.
const focusFirst = (form: HTMLElement | null) => {
  if (form?.contains(document.activeElement) === false) form.querySelector<HTMLElement>('input:not([readonly])')?.focus()
}

/**
 * A small form in a dialog, whose first field has the focus. A refusal is said above its fields, which keep what was typed.
 * What was typed is asked about before it is lost.
 */
export const DraftDialog = <Schema extends z.ZodObject>(props: DraftDialogProps<Schema>) => {
  const { id, resource, schema, initial, title, verb, save, faultsOf, onClose, confirms, children, buttonClass = '' } = props
  const [refused, setRefused] = useState('')
  const form = useForm(id, {
    schema,
    resource,
    initial,
    onSubmit: async (values) => {
      setRefused('')
      try {
        await save(values)
      } catch (error) {
        const faults = faultsOf?.(error)
        if (faults !== undefined) return faults
        setRefused(
          errorLines(error)
            .map((line) => line.text)
            .join('\n'),
        )
        return {}
      }
      return undefined
    },
  })
  const hasDraft = () => confirms !== true && form.isDirty()
  // A save may lead to another screen before it is over.
  useUnsavedGuard(() => !form.submitting && hasDraft())
  const leave = async () => {
    if (!hasDraft() || (await askToLose('保存せずに閉じる'))) onClose()
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={title}
      mask={{ closable: false }}
      // Where nothing moves the form is not yet in its place when it is made, and the cross has the focus by then.
      afterOpenChange={(isOpen) => isOpen && focusFirst(document.getElementById(id))}
      onCancel={() => void leave()}
      footer={
        <>
          <Button className={buttonClass} onClick={() => void leave()}>
            <Phrase text="やめる" />
          </Button>
          {/* The form's own, outside of it: so that Enter saves from any of its fields. */}
          <Button className={buttonClass} type="primary" htmlType="submit" form={id} loading={form.submitting}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} ref={focusFirst} className={styles['form']} noValidate onSubmit={(event) => void form.submit(event)}>
        {refused !== '' && (
          <div className={styles['refused']}>
            <Banner kind="failure">{refused}</Banner>
          </div>
        )}
        {children(form)}
      </form>
    </Modal>
  )
}
