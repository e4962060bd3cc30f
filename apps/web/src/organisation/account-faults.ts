import { message } from '@mimamori/contract/messages'
import type { FieldErrors } from '../kit/form/check.ts'
import { ConflictError } from '../platform/call-error.ts'

/** A taken login ID: the free one that the server offers goes into the field, and the field says so. */
export const loginIdFaults = (error: unknown, loginId: string, put: (suggestion: string) => void): FieldErrors | undefined => {
  if (!(error instanceof ConflictError)) return undefined
  if (error.suggestion === null) return { userName: error.message }
  put(error.suggestion)
  return { userName: message('loginIdTaken', { loginId, suggestion: error.suggestion }) }
}
