import { useNow } from '../platform/clock.ts'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { useViewer } from '../platform/viewer.ts'
import { dateInWords } from './dates.ts'
import styles from './table-mode.module.css'
import type { ShownReport } from './use-report.ts'

/** What a sheet of paper says beside the table: where, who printed it, when. The screen says it elsewhere. */
export const PrintFacts = ({ report }: { readonly report: ShownReport }) => {
  const { displayName } = useViewer()
  const now = useNow(60_000)
  return (
    <p className={styles['facts']}>
      <span>{report.officeName}</span>
      <span>
        印刷 {displayName} {dateInWords(dateOf(now))} {clockOf(now)}
      </span>
    </p>
  )
}
