import { message } from '@mimamori/contract/messages'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorLines } from '../platform/call-error.ts'
import { PlainButton } from './plain-button.tsx'
import styles from './route-failure.module.css'
import { useOnline } from './use-online.ts'
import { Phrase } from './phrase.tsx'

/** What shows in place of a screen that could not be loaded or broke. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const online = useOnline()
  const [brokeOffline] = useState(!online)
  const again = () => {
    reset()
    void router.invalidate()
  }
  const lines = brokeOffline ? [{ text: message('E004') }] : errorLines(error)

  // A screen that could not be fetched comes by itself once it can be.
  const comeBack = useEffectEvent(again)
  useEffect(() => {
    if (online && brokeOffline) comeBack()
  }, [online, brokeOffline])

  return (
    <section className={styles['failure']} role="alert">
      <h1 className={styles['title']}>
        <Phrase text="画面を表示できません" />
      </h1>
      {lines.map((line) => (
        <p key={line.text}>
          <Phrase text={line.text} />
        </p>
      ))}
      <PlainButton onClick={again}>
        <Phrase text="もう一度試す" />
      </PlainButton>
    </section>
  )
}
