import { firstCallsKey } from './session-store.ts'

declare global {
  /** What `/first-calls.js` asked for an account before the console's code was there, by path and query. */
  var firstAnswers: { readonly account: string; readonly answers: Map<string, Promise<Response>> } | undefined
}

/** What the home of each role asks until it can be read. */
const mostCalls = 12
/** After that nobody waits for the first screen any more. */
const goodForMs = 30_000

let isUsed = false

/**
 * The answer to a call that was made ahead for this account, once; undefined where it was not, or failed.
 * @param ageMs how long the page has been open
 */
export const takeFirstAnswer = async (
  path: string,
  account: string | undefined,
  ageMs: number = performance.now(),
): Promise<Response | undefined> => {
  const first = globalThis.firstAnswers
  const answer = first?.account === account ? first?.answers.get(path) : undefined
  if (first === undefined || answer === undefined) return undefined
  first.answers.delete(path)
  const response = await answer.catch(() => undefined)
  if (response?.ok !== true || ageMs > goodForMs) return undefined
  isUsed = true
  return response
}

/** Whether answers were used that are older than the stream, which tells only what happens from its opening on. Says so once. */
export const takeWhetherUsed = (): boolean => {
  const was = isUsed
  isUsed = false
  return was
}

/** Remembers what the home asked first, for the next opening of the account. */
export const keepFirstCalls = (account: string): void => {
  const calls = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ initiatorType }) => initiatorType === 'fetch')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/api/') && !/\/(?:live|Login|refresh)$/.test(pathname),
    )
    .map(({ pathname, search }) => `${pathname}${search}`)
  localStorage.setItem(firstCallsKey, JSON.stringify({ account, paths: [...new Set(calls)].slice(0, mostCalls) }))
}
