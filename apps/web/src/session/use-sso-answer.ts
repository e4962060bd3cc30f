import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { singleSignOn } from '@mimamori/contract/single-sign-on'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, sessionStore } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { ssoCompany } from './sso-company.ts'
import { lockedWords, loginFailure } from './login-failure.ts'
import type { Halfway } from './second-step.tsx'
import { readSsoAnswer } from './sso-answer.ts'

/** Exchanges a code for the session. @returns the words of a failure, or the second step; null where somebody is signed in now */
const redeem = async (code: string): Promise<string | Halfway | null> => {
  try {
    const { token, refreshToken, lockedUntil, secondFactor } = await call(singleSignOn.redeem, { body: { code } })
    if (secondFactor !== undefined) return secondFactor
    if (token === null || refreshToken === null) return lockedWords(lockedUntil)
    ssoCompany.forget()
    sessionStore.save({ token, refreshToken })
    return null
  } catch (error) {
    return error instanceof AnswerError && error.status === 401 ? message('ssoExpired') : loginFailure(error)
  }
}

/**
 * Takes, once, what the address of the login screen says behind its #, and out of the address.
 * @param say shows why nobody was signed in
 * @param proceed takes a person with a second factor to the second step
 * @returns true while a code is exchanged
 */
export const useSsoAnswer = (say: (failure: string) => void, proceed: (halfway: Halfway) => void): boolean => {
  const router = useRouter()
  const [answer] = useState(() => readSsoAnswer(location.hash))
  const [isUnderWay, setUnderWay] = useState(answer !== null && 'code' in answer)
  const isTaken = useRef(false)

  useEffect(() => {
    if (answer === null || isTaken.current) return
    isTaken.current = true
    void router.navigate({ to: screens.login.path, replace: true })
    if ('failure' in answer) return say(answer.failure)
    void redeem(answer.code).then(async (outcome) => {
      if (outcome === null) await router.invalidate()
      else if (typeof outcome === 'string') say(outcome)
      else proceed(outcome)
      setUnderWay(false)
    })
  }, [answer, router, say, proceed])

  return isUnderWay
}
