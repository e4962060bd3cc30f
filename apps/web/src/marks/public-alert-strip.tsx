import { type PublicAlert, publicAlertDay, publicAlertNames, publicAlertSource } from '@mimamori/contract/public-alert'
import type { ReactNode } from 'react'
import { PublicAlertSign } from './public-alert-sign.tsx'
import styles from './public-alert-strip.module.css'

type Props = {
  readonly alert: PublicAlert
  /** The calendar day in Japan, `YYYY-MM-DD`. */
  readonly today: string
  /** The names of the sites that it is for, where not all that are shown have it. */
  readonly sites?: string
  /** Figures of the day, at the right. */
  readonly children?: ReactNode
}

/**
 * A public heat alert as the ministry announced it. It has no mark of a level and no colour: public bands are not ours. The
 * special one has a heavier border.
 */
export const PublicAlertStrip = ({ alert, today, sites, children }: Props) => (
  <section className={styles['strip']} data-level={alert.level} aria-label={publicAlertNames[alert.level]}>
    <PublicAlertSign className={styles['sign']} />
    <div className={styles['words']}>
      <strong className={styles['name']}>
        {publicAlertNames[alert.level]}
        <wbr /> <span>発表中</span>
      </strong>
      <span className={styles['day']}>
        {alert.area}・<span>{publicAlertDay(alert.day, today)}</span>
      </span>
      {sites !== undefined && <span className={styles['sites']}>{sites}</span>}
      <span className={styles['source']}>{publicAlertSource(alert.announcedAt)}</span>
    </div>
    {children !== undefined && <div className={styles['figures']}>{children}</div>}
  </section>
)
