import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { useCallback, useEffect, useState } from 'react'
import { useSignOut } from '../kit/use-sign-out.ts'
import { serverNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { go } from '../platform/go.ts'
import { idleSecondsLeft, noteTouch } from '../platform/shared-device.ts'
import { useViewer } from '../platform/viewer.ts'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './shared-session.module.css'
import { TranslatedText } from '../kit/translated-text.tsx'

/** From here on it says how many seconds are left. */
const warnedSeconds = 30

const touches = ['pointerdown', 'keydown', 'touchmove', 'wheel'] as const

/** Ends the session of a shared device: after a short time without a touch, and with the shift. What was not sent stays with the account. */
const SharedBar = ({ until }: { readonly until: string }) => {
  const signOut = useSignOut(true)
  const leave = useCallback(
    () => void go({ to: screens.login.path, state: { loggingOut: true, sessionEnded: message('sharedOver') }, ignoreBlocker: true }),
    [],
  )
  useEffect(() => {
    // The touch that wakes a sleeping tablet may come before the timer, and be the next person's.
    const note = () => {
      if (idleSecondsLeft(Date.now()) === 0) leave()
      else noteTouch(Date.now())
    }
    for (const touch of touches) addEventListener(touch, note, { capture: true, passive: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, note, { capture: true })
    }
  }, [leave])
  // By the clock of the device alone: what counts is how long nobody touched it.
  const [left, setLeft] = useState(() => idleSecondsLeft(Date.now()))
  useEffect(() => {
    const look = () => {
      const seconds = idleSecondsLeft(Date.now())
      setLeft(seconds)
      if (seconds === 0 || serverNow() >= Date.parse(until)) leave()
    }
    const timer = setInterval(look, 1_000)
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
    }
  }, [leave, until])
  const isWarned = left <= warnedSeconds
  return (
    <div className={styles['bar']} role={isWarned ? 'alert' : undefined} data-warned={isWarned}>
      <span>
        {isWarned ? (
          <TranslatedText name="common.sharedWarning" values={{ seconds: left }} />
        ) : (
          <TranslatedText name="common.sharedUntil" values={{ time: clockOf(Date.parse(until)) }} />
        )}
      </span>
      <PlainButton onClick={signOut}>
        <TranslatedText name="common.finish" />
      </PlainButton>
    </div>
  )
}

/** The bar of a session on a shared device; nothing for any other. */
export const SharedSession = () => {
  const { card } = useViewer()
  return card?.sharedUntil == null ? null : <SharedBar until={card.sharedUntil} />
}
