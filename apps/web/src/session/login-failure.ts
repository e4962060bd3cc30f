import { message } from '@mimamori/contract/messages'
import { longDate } from '@mimamori/contract/time-words'
import { AnswerError, CallError } from '../platform/call-error.ts'
import { clockOf, dateOf, daysBetween } from '../platform/japan-time.ts'

const minute = 60_000

/** What the red banner says of a lock, and from which minute on it may be tried again where that is known. */
export const lockedWords = (until: string | undefined, now = Date.now(), of: 'signInLocked' | 'pinLocked' = 'signInLocked'): string => {
  const isOfPin = of === 'pinLocked'
  if (until === undefined) return message(isOfPin ? 'pinLocked' : 'signInLocked')
  const end = Math.ceil(Date.parse(until) / minute) * minute
  const day = daysBetween(now, end) === 0 ? '' : `${longDate(dateOf(end))} `
  return message(isOfPin ? 'pinLockedUntil' : 'signInLockedUntil', { time: `${day}${clockOf(end)}` })
}

/** What the red banner says of a login that failed. */
export const loginFailure = (error: unknown): string => {
  if (error instanceof AnswerError) {
    if (error.status === 401) return message('signInMismatch')
    // The account is disabled, or its office archived: the server says which.
    if (error.status === 403) return error.message
    if (error.status === 429) return message('signInTooMany')
    if (error.status === 503) return message('databaseAway')
    return message('E008')
  }
  return error instanceof CallError ? error.message : message('E008')
}
