import { type PublicAlert, publicAlertDay, publicAlertNames, publicAlertSource } from '@mimamori/contract/public-alert'
import { PublicAlertSign } from '../marks/public-alert-sign.tsx'
import { dateOf } from '../platform/japan-time.ts'
import styles from './public-alerts.module.css'

type Line = Omit<PublicAlert, 'day'> & { readonly name: string; readonly days: readonly string[] }

/** One line for each level and area, with its days: people read it from the door. */
const linesOf = (alerts: readonly PublicAlert[]): Line[] =>
  [...Map.groupBy(alerts, ({ level, area }) => `${level} ${area}`)].flatMap(([name, same]) => {
    const latest = same.toSorted((one, other) => Date.parse(other.announcedAt) - Date.parse(one.announcedAt))[0]
    return latest === undefined ? [] : [{ ...latest, name, days: same.map(({ day }) => day) }]
  })

type Props = { readonly alerts: readonly PublicAlert[]; readonly now: number; readonly isOld: boolean }

/** What the ministry announced for the site's area today and tomorrow. */
export const PublicAlerts = ({ alerts, now, isOld }: Props) => {
  const today = dateOf(now)
  const lines = linesOf(alerts.filter(({ day }) => day >= today))
  return lines.map(({ name, level, area, days, announcedAt }) => (
    <section key={name} className={styles['line']} data-level={level} data-old={isOld} aria-label={publicAlertNames[level]}>
      <PublicAlertSign className={styles['sign']} />
      <strong className={styles['name']}>
        {publicAlertNames[level]} <span>発表中</span>
      </strong>
      <span className={styles['days']}>
        {area}・<span>{days.map((day) => publicAlertDay(day, today)).join('、')}</span>
      </span>
      <span className={styles['source']}>{publicAlertSource(announcedAt)}</span>
    </section>
  ))
}
