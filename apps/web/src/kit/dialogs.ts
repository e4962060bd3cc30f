import { dialogTitles } from '@mimamori/contract/message-text'
import type { ReactNode } from 'react'
import { errorLines, type ErrorLine } from '../platform/call-error.ts'

type Question = {
  /** What will happen, and what will not. */
  readonly body: ReactNode
  /** The verb that does it: 削除する. */
  readonly verb: string
  /** The way out; null where there is nothing to decide. */
  readonly cancel?: string | null
  readonly title?: string
}

export type Dialog = {
  readonly id: number
  readonly title: string
  readonly body: ReactNode
  readonly lines: readonly ErrorLine[]
  readonly verb: string
  readonly cancel: string | null
  readonly answer: (yes: boolean) => void
}

let dialogs: readonly Dialog[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Dialog[]) => {
  dialogs = next
  for (const listener of listeners) listener()
}

/**
 * Puts the focus where it was before a dialog. A menu closes behind the dialog it opened: the focus then goes to the
 * screen instead of being lost.
 */
export const giveFocusBack = (opener: Element | null): void => {
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus()
  if (opener !== document.activeElement) document.getElementById('main')?.focus({ preventScroll: true })
}

const open = (dialog: Omit<Dialog, 'id' | 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const opener = document.activeElement
    const answer = (yes: boolean) => {
      change(dialogs.filter((other) => other.id !== id))
      queueMicrotask(() => giveFocusBack(opener))
      resolve(yes)
    }
    change([...dialogs, { ...dialog, id, answer }])
  })

/** Asks before something happens: `if (await confirm({ body: message('C001', { name, code, consequence }), verb: '削除する' })) …` */
export const confirm = ({ body, verb, cancel = 'やめる', title = dialogTitles.caution }: Question): Promise<boolean> =>
  open({ title, body, lines: [], verb, cancel })

/** Says that something is done, where a passing notice would be missed. */
export const showSuccess = (body: ReactNode): Promise<boolean> =>
  open({ title: dialogTitles.success, body, lines: [], verb: '閉じる', cancel: null })

/** Says that something could not be done, in the server's words where it gave any, or in those of who knows more of it. */
export const showFailure = (error: unknown, words?: string): Promise<boolean> =>
  open({
    title: dialogTitles.failure,
    body: words ?? null,
    lines: words === undefined ? errorLines(error) : [],
    verb: '閉じる',
    cancel: null,
  })

export const subscribeDialogs = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentDialogs = (): readonly Dialog[] => dialogs
