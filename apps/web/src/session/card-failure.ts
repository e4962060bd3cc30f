import { message } from '@mimamori/contract/messages'
import { AnswerError, CallError } from '../platform/call-error.ts'

/** What the server says of a card or a PIN; what failed beside that in the words of the console. */
export const cardFailure = (error: unknown): string =>
  error instanceof CallError && !(error instanceof AnswerError && error.status >= 500) ? error.message : message('E008')
