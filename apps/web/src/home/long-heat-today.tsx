import { message } from '@mimamori/contract/messages'
import { longHeatSpans, plan } from '@mimamori/contract/plan'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../kit/screen-link.tsx'
import { useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import styles from './not-briefed.module.css'

const minute = 60_000
/** Forecasts are published every three hours. */
const askAgainMs = 15 * minute

/** That today's work will pass one hour on end or four hours in all at WBGT 28 °C, until it has; nothing where it will not. */
export const LongHeatToday = ({ officeId }: { readonly officeId: number }) => {
  const now = useNow(minute)
  const { data } = useQuery({ ...queryOf(plan.longHeat, { query: { officeId } }), refetchInterval: askAgainMs })
  if (data === undefined || data.at === null || data.by === null || Date.parse(data.at) <= now) return null
  return (
    <section className={styles['line']} aria-label="きょうの暑さの見込み">
      <p>
        <strong>{message('planLongHeat', { time: clockOf(data.at), span: longHeatSpans[data.by] })}</strong>
        <span>休憩と手順を、朝礼で確かめてください。</span>
      </p>
      <ScreenLink to={screens.plan.path} search={{ OfficeId: officeId, Date: data.date }}>
        きょうの計画を見る
      </ScreenLink>
    </section>
  )
}
