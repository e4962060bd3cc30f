import type { Credentials } from '@mimamori/contract/session'
import { signInLabels } from '@mimamori/contract/sign-in-labels'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '../kit/form/check.ts'
import { controlId } from '../kit/form/control-id.ts'
import type { FormState } from '../kit/form/use-form.ts'

type Typed = { readonly username: string; readonly password: string }

const formId = 'login'
const mostCharacters = 255
const names = ['username', 'password'] as const
const required = new Set<string>(names)

const faultOf = (text: string): string | undefined => {
  if (text === '') return 'この項目は必須です。'
  return text.length > mostCharacters ? `${mostCharacters}文字以内で入力してください。` : undefined
}

// As the contract's schema takes it: a phone adds a space after what it completes.
const asSent = ({ username, password }: Typed): Typed => ({ username: username.normalize('NFKC').trim(), password })

const faultsOf = (typed: Typed): FieldErrors => {
  const sent = asSent(typed)
  const faults: Record<string, string> = {}
  for (const name of names) {
    const fault = faultOf(sent[name])
    if (fault !== undefined) faults[name] = fault
  }
  return faults
}

const focusFirst = (errors: FieldErrors) => {
  const first = names.find((name) => name in errors)
  if (first !== undefined) document.getElementById(controlId(formId, first))?.focus()
}

/**
 * The form of the login page. It does by hand what `useForm` does by the schema of the contract, and the server checks by that schema: who
 * is not signed in loads no schemas.
 * @param send answers the faults to show at the fields, `{}` where there are none to show and nobody is signed in
 */
export const useLoginForm = (send: (typed: Typed) => Promise<FieldErrors | void>): FormState<typeof Credentials> => {
  const [draft, setDraft] = useState<Typed>({ username: '', password: '' })
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [submitting, setSubmitting] = useState(false)

  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (submitting) return
    const faults = faultsOf(draft)
    // Drawn before the focus moves, so that a screen reader reads the field together with its fault.
    flushSync(() => {
      setTried(true)
      setRefused({})
    })
    if (Object.keys(faults).length > 0) return focusFirst(faults)
    setSubmitting(true)
    try {
      const answer = (await send(asSent(draft))) ?? {}
      flushSync(() => setRefused(answer))
      focusFirst(answer)
    } finally {
      setSubmitting(false)
    }
  }

  return {
    id: formId,
    draft,
    set: (name, value) => {
      setDraft((before) => ({ ...before, [name]: value }))
      setRefused((errors) => Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)))
    },
    errors: tried ? { ...faultsOf(draft), ...refused } : refused,
    required,
    labelOf: (name) => (signInLabels.session as Readonly<Record<string, string>>)[name] ?? name,
    submitting,
    submit,
    isDirty: () => false,
  }
}
