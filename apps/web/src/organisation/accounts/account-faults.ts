import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import type { FieldErrors } from '../../kit/form/check.ts'
import { AnswerError, ConflictError } from '../../platform/call-error.ts'

const commonPassword = `${labels.user.password}：${message('passwordCommon')}`

/** A password that many people think of, which only the server knows: the field says so. */
export const passwordFaults = (error: unknown): FieldErrors | undefined =>
  error instanceof AnswerError && error.lines.some(({ text }) => text === commonPassword)
    ? { password: message('passwordCommon') }
    : undefined

/** A common password, or a taken login ID: the free one that the server offers goes into its field, and the field says so. */
export const accountFaults = (error: unknown, loginId: string, put: (suggestion: string) => void): FieldErrors | undefined => {
  if (!(error instanceof ConflictError)) return passwordFaults(error)
  if (error.suggestion === null) return { userName: error.message }
  put(error.suggestion)
  return { userName: message('loginIdTaken', { loginId, suggestion: error.suggestion }) }
}
