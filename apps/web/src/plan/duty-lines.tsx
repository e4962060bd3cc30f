import type { Plan } from '@mimamori/contract/plan'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import styles from './duty-lines.module.css'
import { dutyInWords, groupNameOf } from './plan-words.ts'
import type { PlanGroup } from './plan-types.ts'

/** What has to be there before the duty's hours have passed, and where it is set. */
export const DutySentence = ({ officeId }: Pick<Plan, 'officeId'>) => (
  <p className={styles['sentence']}>
    28℃以上の作業が、連続1時間か1日4時間を超える見込みです。それまでに、
    <Link to={screens.duty.path} search={{ officeId }}>
      体制と手順
    </Link>
    を知らせてください。
  </p>
)

const startOf = ({ dutyFrom }: PlanGroup): number => Date.parse(dutyFrom ?? '')

/** Which groups will pass the duty's one hour on end or four hours a day, and when; nothing where none will. Source: 安衛則 第612条の2. */
export const DutyLines = ({ groups, officeId }: Pick<Plan, 'officeId' | 'groups'>) => {
  const byMoment = Map.groupBy(
    groups
      .filter(({ dutyFrom }) => dutyFrom !== null)
      // By the moment, not by its words: after 23:00 of a night shift comes 01:00.
      .toSorted((one, other) => startOf(one) - startOf(other)),
    (group) => dutyInWords(group) ?? '',
  )
  if (byMoment.size === 0) return null
  return (
    <section className={styles['duty']} aria-label="体制と手順が要る時刻">
      <DutySentence officeId={officeId} />
      <ul>
        {[...byMoment].map(([moment, those]) => (
          <li key={moment}>
            <strong>{moment}</strong>
            <span>{those.map(groupNameOf).join('、')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
