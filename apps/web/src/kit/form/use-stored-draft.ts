import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onSessionEnd, sessionAccount } from '../../platform/api.ts'
import { keptDrafts, type DraftKey } from '../../platform/kept-drafts.ts'
import { notify } from '../notify.ts'

type Values = Readonly<Record<string, unknown>>

type StoredDraftSpec = {
  /** The form's name, of its own on its screen. */
  readonly form: string
  /** It is above every screen, and found again on any of them. */
  readonly isAboveScreens?: boolean
  /** What the form began with: a draft is given back to a form that begins with the same values. */
  readonly basis: string
  /** What was typed and is not saved, without secrets; undefined where there is nothing. */
  readonly typed: () => Values | undefined
  /** Takes what was given back out of the form again. */
  readonly discard: () => void
  /** A sentence that asks again for what of the form was not kept. */
  readonly notKept?: (given: Values) => string | undefined
}

const wordsOf = (request = '') => `入力中の内容を戻しました。まだ保存していません。${request}`

/**
 * Keeps what was typed when the session ends without the person's doing, in this tab and for this account, and gives it back
 * on the same screen after the next sign-in, with a way to discard it. A sign-out and another account's sign-in forget it.
 * @returns what is given back, for the form to begin with, and how the offer to discard it ends
 */
export const useStoredDraft = (spec: StoredDraftSpec): { readonly restored: Values | undefined; readonly settle: () => void } => {
  const latest = useRef(spec)
  useLayoutEffect(() => {
    latest.current = spec
  })
  const [key] = useState((): DraftKey | undefined => {
    const account = sessionAccount()
    const { pathname, search } = location
    const screen = spec.isAboveScreens === true ? '*' : `${pathname}${search}`
    return account === undefined ? undefined : { account, screen, form: spec.form, basis: spec.basis }
  })
  const [restored] = useState(() => (key === undefined ? undefined : keptDrafts.find(key)))
  const end = useRef<() => void>(undefined)

  useEffect(() => {
    if (key === undefined) return undefined
    return onSessionEnd(() => {
      const values = latest.current.typed()
      if (values !== undefined) keptDrafts.keep(key, values)
    })
  }, [key])
  useEffect(() => {
    if (key === undefined || restored === undefined) return undefined
    keptDrafts.remove(key)
    end.current = notify.offer(wordsOf(latest.current.notKept?.(restored)), { verb: '破棄する', run: () => latest.current.discard() })
    return () => end.current?.()
  }, [key, restored])
  return { restored, settle: useCallback(() => end.current?.(), []) }
}
