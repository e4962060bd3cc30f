import { CallError } from './call-error.ts'
import type { SessionStore } from './session-store.ts'
import { personOf } from './token-claims.ts'

/** The session of this browser belongs to somebody else by now, whose rights the screen of the person before must not use. */
export class OtherPersonError extends CallError {
  constructor() {
    super([])
  }
}

/**
 * The session of the browser as one tab sees it. All tabs share the tokens, and what a tab shows is of one person: where
 * somebody else signed in in another tab meanwhile, nothing is read until this one has started again.
 */
export const forOnePerson = (store: SessionStore, onOther: () => void): SessionStore => {
  let person: unknown
  return {
    ...store,
    read: () => {
      const tokens = store.read()
      if (tokens === null) {
        person = undefined
        return null
      }
      const holder = personOf(tokens.token)
      person ??= holder
      if (holder !== person) {
        onOther()
        throw new OtherPersonError()
      }
      return tokens
    },
    save: (tokens) => {
      person = personOf(tokens.token)
      store.save(tokens)
    },
    clear: () => {
      person = undefined
      store.clear()
    },
  }
}
