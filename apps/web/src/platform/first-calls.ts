import { live } from '@mimamori/contract/live'
import { firstCallsKey } from './session-store.ts'

declare global {
  /** What `/first-calls.js` asked for an account before the console's code was there, by path and query. */
  var firstAnswers: { readonly account: string; readonly answers: Map<string, Promise<Response>> } | undefined
}

/** What the home of each role asks until it can be read. */
const mostCalls = 16
/** After that nobody waits for the first screen any more. */
const goodForMs = 30_000

/** What this page has asked of the server since somebody signed in, in its order. */
const calledPaths = new Set<string>()
let isUsed = false
let isOver = false

/**
 * The answer to a call that was made ahead for this account, once; undefined where it was not, or failed.
 * @param ageMs how long the page has been open
 */
export const takeFirstAnswer = async (
  path: string,
  account: string | undefined,
  ageMs: number = performance.now(),
): Promise<Response | undefined> => {
  if (calledPaths.size < mostCalls && !path.startsWith(live.stream.path)) calledPaths.add(path)
  const first = globalThis.firstAnswers
  const answer = first?.account === account ? first?.answers.get(path) : undefined
  if (first === undefined || answer === undefined || isOver) return undefined
  first.answers.delete(path)
  const response = await answer.catch(() => undefined)
  // An answer that came after the stream had opened may be of before: nothing would bring it up to date.
  if (response?.ok !== true || ageMs > goodForMs || isOver) return undefined
  isUsed = true
  return response
}

/**
 * Ends the use of answers that were asked for ahead, since the stream has opened, which tells only what happens from then on.
 * @returns whether answers were used, which are older than that; says so once
 */
export const endFirstAnswers = (): boolean => {
  const was = isUsed
  isOver = true
  isUsed = false
  globalThis.firstAnswers = undefined
  return was
}

/** Forgets what the person before asked here. */
export const forgetFirstCalls = (): void => {
  endFirstAnswers()
  calledPaths.clear()
}

/** Remembers what the home asked first, for the next opening of the account. */
export const keepFirstCalls = (account: string): void =>
  localStorage.setItem(firstCallsKey, JSON.stringify({ account, paths: [...calledPaths] }))
