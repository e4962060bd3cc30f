import { setTimeout as after } from 'node:timers/promises'
import { admission } from './admission-policy.ts'
import { isBusyLately } from './busy-lately.ts'
import { turnsByKey } from './turns-by-key.ts'

const { callsAtOnce, callsASecond, pauseShare, longestPauseMs, waiting, refuse } = admission.pacing

type Account = { left: number; at: number }

/**
 * Makes a way to slow down callers that make many calls while the process has no time to spare: theirs go one by one then, each
 * followed by a pause three times as long as itself, so that costly ones do not delay everybody's. Nobody else's wait.
 */
export const pacedCalls = (
  isBusy = isBusyLately(),
  now: () => number = () => performance.now(),
  pause: (ms: number) => Promise<unknown> = after,
) => {
  const oneByOne = turnsByKey({ atOnce: 1, waiting, refuse })
  const accounts = new Map<string, Account>()
  const fill = (account: Account): Account => {
    account.left = Math.min(callsAtOnce, account.left + ((now() - account.at) * callsASecond) / 1_000)
    account.at = now()
    return account
  }
  const makesMany = (person: string): boolean => {
    if (accounts.size > 1_000) for (const [other, account] of accounts) if (fill(account).left === callsAtOnce) accounts.delete(other)
    const account = fill(accounts.get(person) ?? { left: callsAtOnce, at: now() })
    accounts.set(person, account)
    if (account.left < 1) return true
    account.left -= 1
    return false
  }
  return <Answer>(person: string, work: () => Promise<Answer>): Promise<Answer> => {
    const isMany = makesMany(person)
    if (!isMany || !isBusy()) return work()
    return oneByOne(person, async () => {
      const began = now()
      try {
        return await work()
      } finally {
        await pause(Math.min((now() - began) * pauseShare, longestPauseMs))
      }
    })
  }
}
