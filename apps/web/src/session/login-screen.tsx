import IdcardOutlined from '@ant-design/icons-svg/es/asn/IdcardOutlined'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { session } from '@mimamori/contract/session'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { controlId } from '../kit/form/control-id.ts'
import { later } from '../kit/later.tsx'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { reportsHere } from '../platform/action-queue/own-reports.ts'
import { call, sessionStore } from '../platform/api.ts'
import { BrandMark, copyright, productName } from '../platform/brand.tsx'
import { AnswerError } from '../platform/call-error.ts'
import { forgetFirstCalls } from '../platform/first-calls.ts'
import { chooseDeviceLanguage } from '../platform/language.ts'
import { queryClient } from '../platform/query.ts'
import type { Tokens } from '../platform/session-store.ts'
import { visited } from '../platform/visited.ts'
import { ssoCompany } from './sso-company.ts'
import { lockedWords, loginFailure } from './login-failure.ts'
import styles from './login-screen.module.css'
import { LoginIdField, LoginPasswordField } from './plain-fields.tsx'
import type { Halfway } from './second-step.tsx'
import { useLoginForm } from './use-login-form.ts'
import { useHomePreload } from './use-home-preload.ts'
import { useSsoAnswer } from './use-sso-answer.ts'
import { loadInLook } from '../kit/in-look.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'

/** A part that is loaded when it is first shown, with its look: a password needs neither. */
const lazyInLook = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadInLook(load) }))

// Where somebody's report has not arrived: hardly ever.
const UndeliveredHere = later(async () => (await import('../emergency/undelivered-reports.tsx')).UndeliveredHere)
const CardSignIn = lazyInLook(async () => (await import('./card-sign-in.tsx')).CardSignIn)
const SecondStep = lazyInLook(async () => (await import('./second-step.tsx')).SecondStep)
const SsoForm = lazyInLook(async () => (await import('./sso-form.tsx')).SsoForm)

/** By what somebody signs in. */
type WayIn = 'password' | 'provider' | 'card'

const promptOf = (isComingBack: boolean, way: WayIn, isHalfway: boolean): ParseKeys => {
  if (isHalfway) return 'signIn.promptSecond'
  if (isComingBack) return 'signIn.promptReturning'
  if (way === 'card') return 'signIn.promptCard'
  return way === 'provider' ? 'signIn.promptProvider' : 'signIn.promptPassword'
}

/** The way in. A failure replaces the prompt. */
export const LoginScreen = () => {
  const router = useRouter()
  useHomePreload()
  const ended = useLocation({ select: ({ state }) => state.sessionEnded })
  const [failure, setFailure] = useState(ended ?? null)
  const [way, setWay] = useState<WayIn>('password')
  const [halfway, setHalfway] = useState<Halfway | null>(null)
  // A person who comes back without success is where they began.
  const [isRefused, setRefused] = useState(false)
  const comeBack = useCallback((words: string) => {
    setRefused(true)
    setWay('provider')
    setFailure(words)
  }, [])
  // The second step has an entry of its own in the browser's history, so that Back leads to the first.
  const goHalfway = useCallback(
    (taken: Halfway) => {
      setHalfway(taken)
      void router.navigate({ to: screens.login.path, state: { isSecondStep: true } })
    },
    [router],
  )
  const [hasReports, setHasReports] = useState(false)
  const isComingBack = useSsoAnswer(comeBack, goHalfway)
  const enter = async (tokens: Tokens) => {
    ssoCompany.forget()
    sessionStore.save(tokens)
    await router.invalidate()
  }
  const startAgain = (words: string | null) => {
    setHalfway(null)
    setFailure(words)
  }
  const choose = (next: WayIn) => {
    setFailure(null)
    setWay(next)
  }

  useEffect(() => {
    // Nothing of the person before may be seen by the next.
    queryClient.clear()
    visited.forget()
    forgetFirstCalls()
    document.getElementById(controlId('login', 'username'))?.focus()
    void reportsHere().then((reports) => setHasReports(reports.length > 0))
  }, [])
  useEffect(
    () =>
      router.history.subscribe(({ action }) => {
        if (action.type !== 'BACK') return
        setHalfway(null)
        setFailure(null)
      }),
    [router],
  )

  const form = useLoginForm(async (body) => {
    setFailure(null)
    try {
      const { token, refreshToken, isLockedOut, lockedUntil, secondFactor } = await call(session.login, { body })
      if (secondFactor !== undefined) {
        goHalfway(secondFactor)
        return {}
      }
      if (isLockedOut || token === null || refreshToken === null) {
        setFailure(lockedWords(lockedUntil))
        return {}
      }
      await enter({ token, refreshToken })
    } catch (error) {
      setFailure(loginFailure(error))
      // Only what was typed can be mended at the fields; which of the two is wrong is nobody's to know.
      return error instanceof AnswerError && error.status === 401 ? { username: '', password: '' } : {}
    }
  })

  return (
    <div className={styles['page']}>
      <div className={styles['column']}>
        <header className={styles['language']}>
          <LanguageSwitch onChoose={(chosen) => void chooseDeviceLanguage(chosen)} />
        </header>
        <main className={styles['card']}>
          {hasReports && <UndeliveredHere />}
          <h1 className={styles['brand']}>
            <BrandMark size={36} />
            {productName}
          </h1>
          <p className={styles['motto']}>
            <TranslatedText name="signIn.motto" />
          </p>
          <div className={styles['banner']}>
            {failure === null ? (
              <Banner kind="prompt">
                <TranslatedText name={promptOf(isComingBack, way, halfway !== null)} />
              </Banner>
            ) : (
              <Banner kind={failure === message('sharedOver') ? 'prompt' : 'failure'}>{failure}</Banner>
            )}
          </div>
          <Suspense fallback={null}>
            {halfway !== null && <SecondStep halfway={halfway} onDone={enter} onFailure={setFailure} onBack={startAgain} />}
            {halfway === null && way === 'provider' && (
              <SsoForm isRefused={isRefused} onFailure={setFailure} onBack={() => choose('password')} />
            )}
            {halfway === null && way === 'card' && <CardSignIn onDone={enter} onFailure={setFailure} onBack={() => choose('password')} />}
          </Suspense>
          {halfway === null && way === 'password' && (
            <form noValidate onSubmit={(event) => void form.submit(event)}>
              <LoginIdField form={form} />
              <LoginPasswordField form={form} />
              <PlainButton kind="primary" large block submits loading={form.submitting || isComingBack}>
                <TranslatedText name="signIn.signIn" />
              </PlainButton>
              <PlainButton large block className={styles['byCard'] ?? ''} onClick={() => choose('card')}>
                <SvgIcon icon={IdcardOutlined} />
                <span>
                  <TranslatedText name="signIn.byCard" />
                </span>
              </PlainButton>
              <PlainButton kind="link" block onClick={() => choose('provider')}>
                <TranslatedText name="signIn.bySso" />
              </PlainButton>
            </form>
          )}
          <p className={styles['help']}>
            <TranslatedText name={way === 'card' ? 'signIn.helpCard' : 'signIn.help'} />
          </p>
        </main>
      </div>
      <footer className={styles['footer']}>{copyright}</footer>
    </div>
  )
}
