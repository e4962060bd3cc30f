import { alert } from '@mimamori/contract/alert'
import { screens } from '@mimamori/contract/screens'
import { session } from '@mimamori/contract/session'
import { firstCallsKey, refreshLock } from '../platform/session-store.ts'
import { claimsOf } from '../platform/token-claims.ts'

export type FirstAnswers = { readonly account: string; readonly answers: ReadonlyMap<string, Promise<Response>> }

const soonMs = 5_000
// All calls of all tabs wait for the lock.
const longestRenewalMs = 20_000

const isOver = (exp: unknown) => Number(exp) * 1_000 < Date.now() + soonMs

/** As api.ts does it, under the same lock: one tab at a time. */
const renew = (token: string): Promise<string | null> =>
  navigator.locks.request(refreshLock, async () => {
    const current = localStorage.getItem('token')
    if (current !== token) return current
    const response = await fetch(session.refresh.path, {
      method: session.refresh.method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken: token, refreshToken: localStorage.getItem('refreshToken') }),
      signal: AbortSignal.timeout(longestRenewalMs),
    })
    if (!response.ok) throw new Error('refused')
    const renewed = await response.json()
    // Somebody may have signed out meanwhile.
    if (localStorage.getItem('token') !== token) throw new Error('ended')
    localStorage.setItem('token', renewed.token)
    localStorage.setItem('refreshToken', renewed.refreshToken)
    return renewed.token
  })

/** The site of which a path asks for all that is open; undefined of any other path. */
export const siteListed = (path: string): string | undefined => {
  const { pathname, searchParams } = new URL(path, location.origin)
  const isWhole = [...searchParams.keys()].every((key) => key === 'officeId' || key === 'limit')
  return pathname === alert.list.path && isWhole ? (searchParams.get('officeId') ?? undefined) : undefined
}

// A browser has few connections to one address: who needs help is asked first.
const isUrgent = (path: string) => path === session.userInfo.path || siteListed(path) !== undefined

/**
 * Asks what the home asked first at its last opening, while the console's code is still on its way: its calls then find an answer
 * (`platform/first-calls.ts`). It knows addresses alone, of the account that is signed in; they go with the session.
 * @returns the answers by path and query, and whose they are; undefined where there is nothing to ask
 */
export const askFirstCalls = (): FirstAnswers | undefined => {
  const [token, kept] = [localStorage.getItem('token'), localStorage.getItem(firstCallsKey)]
  if (token === null || kept === null || location.pathname !== screens.home.path || !('locks' in navigator)) return undefined
  const { account, paths } = JSON.parse(kept) as { readonly account: string; readonly paths: readonly string[] }
  const claims = claimsOf(token)
  if (String(claims?.sub) !== account) return undefined
  const renewed = isOver(claims?.exp) ? renew(token) : Promise.resolve(token)
  const ask = async (path: string) => fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${await renewed}` } })
  const inOrder = paths.toSorted((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)))
  const answers = new Map(inOrder.map((path) => [path, ask(path)]))
  globalThis.firstAnswers = { account, answers }
  // Each is asked again where it failed.
  for (const answer of answers.values()) answer.catch(() => undefined)
  return { account, answers: new Map(answers) }
}
