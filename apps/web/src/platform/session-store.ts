/** The keys the console keeps in local storage for a session. */
const keys = { token: 'token', refreshToken: 'refreshToken', redirectPath: 'redirectPath', isLogin: 'isLogin' } as const

/** The lock of all tabs under which a token is renewed. */
export const refreshLock = 'mimamori-refresh'

/** What this account's home asked first, which is gone with the session (first-calls.ts). */
export const firstCallsKey = 'firstCalls'

export type Tokens = { readonly token: string; readonly refreshToken: string }

/** What the calls need of a session: its tokens, and a way to end it. */
export type TokenStore = {
  read: () => Tokens | null
  save: (tokens: Tokens) => void
  clear: () => void
}

export type SessionStore = TokenStore & {
  /** The login flag. It may outlive the tokens, e.g. when a person empties part of the storage. */
  isLoggedIn: () => boolean
  /** Remembers the path and query a person wanted before they had to log in. */
  rememberPath: (path: string) => void
  /** The remembered path, forgotten by being taken; null where there is none that is ours. */
  takePath: () => string | null
}

// `//evil.example/` and `/\evil.example` are other hosts to a browser.
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path) && !/^\/login(?=$|[?#/])/.test(path)

/** A session kept in a storage (the browser's, or a test's own). */
export const createSessionStore = (storage: Storage): SessionStore => ({
  read: () => {
    const token = storage.getItem(keys.token)
    const refreshToken = storage.getItem(keys.refreshToken)
    return token !== null && refreshToken !== null ? { token, refreshToken } : null
  },
  save: ({ token, refreshToken }) => {
    storage.setItem(keys.token, token)
    storage.setItem(keys.refreshToken, refreshToken)
    storage.setItem(keys.isLogin, 'true')
  },
  clear: () => {
    for (const key of [keys.token, keys.refreshToken, keys.isLogin, firstCallsKey]) storage.removeItem(key)
  },
  isLoggedIn: () => storage.getItem(keys.isLogin) === 'true',
  rememberPath: (path) => {
    if (isOwnPath(path)) storage.setItem(keys.redirectPath, path)
  },
  takePath: () => {
    const path = storage.getItem(keys.redirectPath)
    storage.removeItem(keys.redirectPath)
    return path !== null && isOwnPath(path) ? path : null
  },
})
