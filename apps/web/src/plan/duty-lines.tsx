import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import styles from './duty-lines.module.css'
import { dutyInWords, groupNameOf } from './plan-words.ts'
import type { PlanGroup } from './plan-types.ts'

/** Which groups will pass the duty's one hour on end or four hours a day, and when; nothing where none will. Source: 安衛則 第612条の2. */
export const DutyLines = ({ groups }: { readonly groups: readonly PlanGroup[] }) => {
  const byMoment = Map.groupBy(
    groups.filter(({ dutyFrom }) => dutyFrom !== null),
    (group) => dutyInWords(group) ?? '',
  )
  if (byMoment.size === 0) return null
  const lines = [...byMoment].toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <section className={styles['duty']} aria-label="体制と手順が要る時刻">
      <p>
        28℃以上の作業が、連続1時間か1日4時間を超える見込みです。それまでに、
        <Link to={screens.duty.path}>体制と手順</Link>を知らせてください。
      </p>
      <ul>
        {lines.map(([moment, those]) => (
          <li key={moment}>
            <strong>{moment}</strong>
            <span>{those.map(groupNameOf).join('、')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
