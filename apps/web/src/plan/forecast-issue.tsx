import type { Plan } from '@mimamori/contract/plan'
import { dayAndClock } from '@mimamori/contract/time-words'
import { useNow } from '../platform/clock.ts'
import styles from './forecast-issue.module.css'

const hourMs = 3_600_000
/** The service issues a forecast several times a day; one older than this has missed some. Project choice. */
const oldAfterMs = 12 * hourMs

type Issue = Pick<Plan, 'basis' | 'station' | 'issuedAt'>

/** Which forecast the plan rests on: the public station, and when it was issued. Nothing without a forecast. */
export const ForecastIssue = ({ basis, station, issuedAt }: Issue) =>
  basis !== 'forecast' || issuedAt === null ? null : (
    <p className={styles['issue']}>
      環境省の予測{station !== null && `（地点 ${station}）`} {dayAndClock(issuedAt)} 発表
    </p>
  )

/** Says that the forecast is an old one, since a newer one has not come; nothing of a recent one. */
export const OldForecast = ({ basis, issuedAt }: Issue) => {
  const now = useNow(60_000)
  if (basis !== 'forecast' || issuedAt === null) return null
  const age = now - Date.parse(issuedAt)
  return age < oldAfterMs ? null : (
    <p className={styles['old']} role="status">
      <strong>新しい予測が届いていません。</strong>
      {Math.floor(age / hourMs)}時間前に発表された予測で表示しています。空のようすや現場の値も確かめてください。
    </p>
  )
}
