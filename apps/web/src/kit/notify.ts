export type NoticeKind = 'success' | 'failure' | 'news'
/** What a notice offers to do, once. */
type NoticeAction = { readonly verb: string; readonly run: () => void }
export type Notice = { readonly id: number; readonly kind: NoticeKind; readonly text: string; readonly action?: NoticeAction }

const successStays = 4_000
// Long enough to read two lines; afterwards the header shows the same.
const newsStays = 12_000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Notice[]) => {
  notices = next
  for (const listener of listeners) listener()
}

/** Takes a notice away. */
export const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id))

const add = (kind: NoticeKind, text: string, action?: NoticeAction) => {
  lastId += 1
  const id = lastId
  // The same words twice are one notice: a refresh that fails each minute must not fill the screen.
  change([...notices.filter((notice) => notice.text !== text), { id, kind, text, ...(action !== undefined && { action }) }])
  return id
}

/**
 * Says something at the top of the screen without stopping the person. Successes and news disappear by themselves, failures
 * stay until closed.
 */
export const notify = {
  success: (text: string): void => {
    const id = add('success', text)
    setTimeout(() => dismiss(id), successStays)
  },
  failure: (text: string): void => void add('failure', text),
  news: (text: string): void => {
    const id = add('news', text)
    setTimeout(() => dismiss(id), newsStays)
  },
  /** Says something that can be undone, and stays until it is closed. @returns takes the notice away */
  offer: (text: string, action: NoticeAction): (() => void) => {
    const id = add('news', text, action)
    return () => dismiss(id)
  },
}

export const subscribeNotices = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentNotices = (): readonly Notice[] => notices
