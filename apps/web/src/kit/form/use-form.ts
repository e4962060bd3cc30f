import { labelOf, type Resource } from '@mimamori/contract/labels'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { controlId } from './control-id.ts'
import { isSecretField } from './secret-field.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { check, requiredNames, type Checked, type Draft, type FieldErrors } from './check.ts'

export type FormSpec<Schema extends z.ZodObject> = {
  readonly schema: Schema
  /** Whose labels the fields carry. */
  readonly resource: Resource
  readonly initial: Draft<Schema>
  /** Takes faults away that are none on this screen, or adds what they depend on. Rarely needed. */
  readonly amend?: (errors: FieldErrors, draft: Draft<Schema>) => FieldErrors
  /** Saves. Faults it answers are shown at the fields and mean that nothing was saved, `{}` too. `set` changes a field. */
  readonly onSubmit: (values: z.output<Schema>, set: FormState<Schema>['set']) => Promise<FieldErrors | void>
  /** Continues once all is saved; nothing is unsaved any more. */
  readonly onSaved?: () => void
}

export type FormState<Schema extends z.ZodObject> = {
  readonly id: string
  readonly draft: Draft<Schema>
  readonly set: <Name extends keyof z.input<Schema> & string>(name: Name, value: Draft<Schema>[Name]) => void
  /** Faults to show: none before the first attempt to submit. */
  readonly errors: FieldErrors
  readonly required: ReadonlySet<string>
  readonly labelOf: (name: string) => string
  readonly submitting: boolean
  readonly submit: (event?: { preventDefault: () => void }) => Promise<void>
  /** Whether anything differs from what was loaded or saved last. */
  readonly isDirty: () => boolean
}

/** In the order of the screen, not of the schema; what is not on it comes last. */
const inScreenOrder = (formId: string, names: readonly string[]): string[] => {
  const place = (name: string) => document.getElementById(controlId(formId, name))
  return names.toSorted((a, b) => {
    const [first, second] = [place(a), place(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

const without = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name))

const ordered = (order: readonly string[], errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)))

// A field that was filled in and emptied again is as blank as one that nobody touched.
const inWords = (draft: object): string =>
  JSON.stringify(draft, (_, value: unknown) => (value === '' || value === undefined ? null : value))

/**
 * The fields of a draft that differ from what the form began with, except passwords, one-time codes and keys; undefined for none.
 */
const typedOf = (formId: string, draft: object, initial: object): Readonly<Record<string, unknown>> | undefined => {
  const before = new Map(Object.entries(initial))
  const typed = Object.entries(draft).filter(
    ([name, value]) =>
      inWords({ value }) !== inWords({ value: before.get(name) }) && !isSecretField(name, document.getElementById(controlId(formId, name))),
  )
  return typed.length === 0 ? undefined : Object.fromEntries(typed)
}

/** A form's draft with what was typed before the session ended, of the fields that the form still has. */
const withTyped = <Schema extends z.ZodObject>(schema: Schema, initial: Draft<Schema>, typed: object | undefined): Draft<Schema> =>
  typed === undefined ? initial : { ...initial, ...Object.fromEntries(Object.entries(typed).filter(([name]) => name in schema.shape)) }

/**
 * A form over a schema of the contract. Faults appear after the first attempt to submit, follow the typing from
 * then on, and the first one gets the focus.
 */
export const useForm = <Schema extends z.ZodObject>(id: string, spec: FormSpec<Schema>): FormState<Schema> => {
  // Once: a group's form holds ten thousand people.
  const [initially] = useState(() => inWords(spec.initial))
  const [initial] = useState(spec.initial)
  const { restored, settle } = useStoredDraft({
    form: id,
    basis: initially,
    typed: () => (isDirty() ? typedOf(id, latest.current, initial) : undefined),
    discard: () => {
      latest.current = initial
      setDraft(initial)
      setRefused({})
    },
    notKept: () =>
      Object.keys(spec.schema.shape).some((name) => isSecretField(name, null)) ? 'パスワードなどは、もう一度入力してください。' : undefined,
  })
  const [draft, setDraft] = useState<Draft<Schema>>(() => withTyped(spec.schema, initial, restored))
  const [tried, setTried] = useState(false)
  const [order, setOrder] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<FieldErrors>({})
  const [submitting, setSubmitting] = useState(false)
  const required = useMemo(() => requiredNames(spec.schema), [spec.schema])
  const saved = useRef(initially)
  const latest = useRef(draft)
  const isDirty = () => inWords(latest.current) !== saved.current

  const faultsOf = (checked: Checked<Schema>, of: Draft<Schema>): FieldErrors => {
    if (checked.good) return {}
    return spec.amend?.(checked.errors, of) ?? checked.errors
  }

  const focusFirst = (errors: FieldErrors) => {
    const first = inScreenOrder(id, Object.keys(errors))[0]
    if (first !== undefined) document.getElementById(controlId(id, first))?.focus()
  }

  const set = useCallback<FormState<Schema>['set']>((name, value) => {
    latest.current = { ...latest.current, [name]: value }
    setDraft(latest.current)
    setRefused((errors) => without(errors, name))
  }, [])

  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (submitting) return
    const result = check(spec.schema, latest.current)
    // Drawn before the focus moves, so that a screen reader reads the field together with its fault.
    flushSync(() => {
      setTried(true)
      setRefused({})
      setOrder(inScreenOrder(id, Object.keys(spec.schema.shape)))
    })
    if (!result.good) return focusFirst(faultsOf(result, latest.current))
    setSubmitting(true)
    const sent = inWords(latest.current)
    try {
      const answer = await spec.onSubmit(result.values, set)
      if (answer === undefined) {
        saved.current = sent
        settle()
        spec.onSaved?.()
      } else {
        flushSync(() => setRefused(answer))
        focusFirst(answer)
      }
    } finally {
      setSubmitting(false)
    }
  }

  return {
    id,
    draft,
    set,
    errors: ordered(order, tried ? { ...faultsOf(check(spec.schema, draft), draft), ...refused } : refused),
    required,
    labelOf: (name) => labelOf(spec.resource, name) ?? name,
    submitting,
    submit,
    isDirty,
  }
}
