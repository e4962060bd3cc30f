import { type AnnouncedAlert, publicAlertNames } from '@mimamori/contract/public-alert'
import { Nothing, Section } from '../marks/charts/summary-panel.tsx'
import styles from './public-alerts-section.module.css'
import { dayAndClock } from './words.ts'

type LineProps = { readonly alert: AnnouncedAlert; readonly withArea: boolean }

const Line = ({ alert: { day, level, area, announcedAt, withdrawnAt }, withArea }: LineProps) => (
  <li className={styles['line']}>
    <strong className={styles['day']}>{Number(day.slice(8))}日</strong>
    <span className={styles['what']}>
      <span>{publicAlertNames[level]}</span> {withArea && <span>{area}</span>}
      <span className={styles['when']}>{dayAndClock(announcedAt)} 発表</span>
      {withdrawnAt !== null && <span className={styles['when']}>{dayAndClock(withdrawnAt)} 取り下げ</span>}
    </span>
  </li>
)

/** What the ministry announced for days of the month, and when; without a mark of a level, since public bands are not ours. */
export const PublicAlertsSection = ({ alerts }: { readonly alerts: readonly AnnouncedAlert[] }) => {
  const days = new Set(alerts.map(({ day }) => day)).size
  const areas = [...new Set(alerts.map(({ area }) => area))]
  return (
    <Section
      title="公表された熱中症アラート"
      hint={days === 0 ? '環境省・気象庁' : `${days}日・環境省・気象庁・${areas.join('、')}・時刻ははじめの発表`}
    >
      {days === 0 ? (
        <Nothing>この月に、この地域への発表はありません。</Nothing>
      ) : (
        <ul className={styles['lines']}>
          {alerts.map((alert) => (
            <Line key={`${alert.day} ${alert.level} ${alert.area}`} alert={alert} withArea={areas.length > 1} />
          ))}
        </ul>
      )}
    </Section>
  )
}
