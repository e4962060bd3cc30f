import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import type { DutyRota } from '@mimamori/contract/duty-rota'
import { dayAfter } from '@mimamori/contract/rota-pattern'
import type { ReactNode } from 'react'
import styles from './gap-notices.module.css'
import { gapConsequence, gapText, weekText } from './rota-words.ts'

/** A line of ink at its edge: something of the rota is to be seen to. */
export const RotaNotice = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={styles['notice']}>
    <ExclamationCircleOutlined aria-hidden="true" />
    <div>
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
    </div>
  </div>
)

const shownGaps = 3

/** What of the rota is empty within a week, and whom alerts go to in that case. */
export const GapNotices = ({ rota: { gaps, unplannedWeeks, week, nextWeek } }: { readonly rota: DutyRota }) => {
  // The shown week says so itself, and the next one's state has a line of its own.
  const weeks = unplannedWeeks.filter((monday) => monday !== week.from && monday !== nextWeek.from)
  if (gaps.length === 0 && weeks.length === 0) return null
  return (
    <section aria-label="空いている担当" className={styles['notices']}>
      {weeks.map((monday) => (
        <RotaNotice key={monday} title={`${weekText({ from: monday, to: dayAfter(monday, 6) })}は、まだ決めていません。`}>
          決めるまでは、職長・拠点管理者などの役割の順に知らせます。
        </RotaNotice>
      ))}
      {gaps.slice(0, shownGaps).map((gap) => (
        <RotaNotice key={`${gap.date} ${gap.shift} ${gap.place}`} title={gapText(gap)}>
          {gapConsequence(gap)}
        </RotaNotice>
      ))}
      {gaps.length > shownGaps && <RotaNotice title={`ほかに${gaps.length - shownGaps}か所が空いています。`} />}
    </section>
  )
}
