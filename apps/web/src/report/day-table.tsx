import type { DailyRow } from '@mimamori/contract/report'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useScrollFocus } from '../kit/use-scroll-focus.ts'
import { writeChoice } from './choice.ts'
import { dateInWords } from './dates.ts'
import { lineOf, roomyHours } from './lines.ts'
import styles from './report-table.module.css'
import { ColumnWidths, type Frame, frameOf, HeadCells, RowCells } from './row-cells.tsx'
import { measures, tableMeasures } from './table-measures.ts'
import type { ShownReport } from './use-report.ts'
import { useRowWindow } from './use-row-window.ts'

/** Leads to the person's month, by the same measure. */
export const PersonLink = ({ report, row }: { readonly report: ShownReport; readonly row: DailyRow }) => {
  const { choice } = report
  const search = writeChoice({ ...choice, period: 'monthly', date: choice.date.slice(0, 7), person: row.workerId })
  return (
    <Link to={screens.report.path} search={search} className={styles['two-lines']} aria-label={`${row.workerName}の月報`}>
      {row.workerName}
    </Link>
  )
}

type PersonRowProps = {
  readonly report: ShownReport
  readonly row: DailyRow
  readonly frame: Frame
  readonly index: number
  readonly severalSites: boolean
}

const PersonRow = memo(({ report, row, frame, index, severalSites }: PersonRowProps) => {
  const line = useMemo(() => lineOf(row), [row])
  return (
    // For screen readers the heading is the first row.
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={styles['first']}>
        <PersonLink report={report} row={row} />
      </th>
      <td className={styles['second']}>
        <span className={styles[severalSites ? 'one-line' : 'two-lines']}>{row.groupName ?? 'グループなし'}</span>
        {severalSites && <span className={`${styles['under']} ${styles['two-lines']}`}>{row.officeName}</span>}
      </td>
      <RowCells line={line} frame={frame} nothing="測定なし" />
    </tr>
  )
})

const Gap = ({ height }: { readonly height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />

/** Everybody's day: a row a person. */
export const DayTable = ({ report }: { readonly report: ShownReport }) => {
  const { dailyData: rows, choice } = report
  const label = `${dateInWords(choice.date)}、作業者ごとに1行`
  const severalSites = choice.officeIds.length > 1
  const kind = severalSites ? 'sites' : 'day'
  const rowHeight = measures[kind].row
  const { scroller, from, to, isLong } = useRowWindow(rows.length, rowHeight)
  const frame = useMemo(() => {
    const lines = rows.map(lineOf)
    return frameOf(choice.type, lines, roomyHours(lines))
  }, [rows, choice.type])
  const focus = useScrollFocus(label, `.${styles['scroller']}`)
  return (
    <div ref={focus}>
      <div ref={scroller} className={styles['scroller']}>
        <table
          className={`${styles['table']} ${styles['day']}`}
          style={tableMeasures(kind, frame.roomy)}
          data-long={isLong}
          aria-rowcount={rows.length + 1}
        >
          <caption className="visually-hidden">{label}</caption>
          <colgroup>
            <col className={styles['person-column']} />
            <col className={styles['day-column']} />
            <ColumnWidths roomy={frame.roomy} />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles['first']}>
                作業者
              </th>
              <th scope="col" className={styles['second']}>
                グループ
              </th>
              <HeadCells frame={frame} statistic={choice.statistic} />
            </tr>
          </thead>
          <tbody>
            <Gap height={from * rowHeight} />
            {rows.slice(from, to).map((row, index) => (
              <PersonRow
                key={`${row.workerId}-${row.officeName}`}
                report={report}
                row={row}
                frame={frame}
                index={from + index}
                severalSites={severalSites}
              />
            ))}
            <Gap height={(rows.length - to) * rowHeight} />
          </tbody>
        </table>
      </div>
    </div>
  )
}
