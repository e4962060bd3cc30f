import { message } from '@mimamori/contract/messages'
import { AnswerError, CallError } from '../platform/call-error.ts'

/** What the red banner says of a login that failed. */
export const loginFailure = (error: unknown): string => {
  if (error instanceof AnswerError) {
    if (error.status === 401) return message('signInMismatch')
    if (error.status === 403) return message('accountDisabled')
    if (error.status === 429) return message('signInTooMany')
    if (error.status === 503) return message('databaseAway')
    return message('E008')
  }
  return error instanceof CallError ? error.message : message('E008')
}
