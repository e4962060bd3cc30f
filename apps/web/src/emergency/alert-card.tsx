import type { AlertEpisode } from '@mimamori/contract/alert'
import type { ReactNode } from 'react'
import { Course, Handling, Outcome, Sign, tintOf } from './alert-parts.tsx'
import styles from './alert-card.module.css'

type Props = {
  readonly alert: AlertEpisode
  /** Shown before its sign: the tick of a list that answers several together. */
  readonly before?: ReactNode
  /** False where the viewer's settings hide when it happened. */
  readonly withCourse: boolean
  /** Whom or what it is about, where the list does not say so already. */
  readonly title?: ReactNode
  /** Where and why, line by line. */
  readonly children: ReactNode
  /** The next step with it. */
  readonly step: ReactNode
}

/** An alert as a card of a phone's list: what can be done about it lies inside the screen, as large as a thumb. */
export const AlertCard = ({ alert, before, withCourse, title, children, step }: Props) => (
  <div className={styles['card']} data-tint={tintOf(alert)}>
    <div className={styles['head']}>
      {before}
      <Sign alert={alert} />
      <div className={styles['course']}>{withCourse && <Course alert={alert} />}</div>
    </div>
    {title}
    {children}
    <div className={styles['foot']}>
      <div>
        <Handling alert={alert} />
        <Outcome alert={alert} />
      </div>
      {step}
    </div>
  </div>
)
