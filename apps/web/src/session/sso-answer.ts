import { message } from '@mimamori/contract/messages'
import { ssoAnswerKeys, ssoFailures, type SsoFailure } from '@mimamori/contract/single-sign-on'

const failureWords: Record<SsoFailure, string> = {
  notInUse: message('ssoNotInUse'),
  refused: message('ssoRefused'),
  unreachable: message('ssoUnreachable'),
  noAccount: message('ssoNoAccount'),
  otherSubject: message('ssoOtherSubject'),
  notAgain: message('ssoNotAgain'),
  expired: message('ssoExpired'),
  tooMany: message('signInTooMany'),
}

/** What the company's provider led back with: a code to exchange, or the words for why there is none; null without it. */
export const readSsoAnswer = (hash: string): { readonly code: string } | { readonly failure: string } | null => {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const code = params.get(ssoAnswerKeys.code)
  if (code !== null) return { code }
  const reason = ssoFailures.find((known) => known === params.get(ssoAnswerKeys.failure))
  return reason === undefined ? null : { failure: failureWords[reason] }
}
