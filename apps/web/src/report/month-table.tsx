import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { useScrollFocus } from '../kit/use-scroll-focus.ts'
import { writeChoice } from './choice.ts'
import { dateInWords, dayInWords, isSunday } from './dates.ts'
import { countsOf, type Line, lineOf, roomyHours } from './lines.ts'
import styles from './report-table.module.css'
import { ColumnWidths, frameOf, HeadCells, RowCells } from './row-cells.tsx'
import { tableMeasures } from './table-measures.ts'
import type { ShownReport } from './use-report.ts'

type MonthDay = { readonly date: string | null; readonly line: Line }

/** The days of a month with what each came to; those that the month does not have too. */
export const daysOf = ({ monthlyData }: ShownReport): readonly MonthDay[] =>
  monthlyData.map(({ date, ...hours }) => ({ date, line: lineOf(hours) }))

/** The person a monthly report is about, and what the month came to. */
export const MonthPerson = ({ report, days }: { readonly report: ShownReport; readonly days: readonly MonthDay[] }) => {
  const { days: measured, danger, emergencies } = countsOf(days.map(({ line }) => line))
  const { type } = report.choice
  return (
    <div className={styles['person']}>
      <p className={styles['name']}>{report.workerName}</p>
      <p>{report.furigana}</p>
      <p className={styles['group']}>{report.groupName ?? 'グループなし'}</p>
      {report.affiliation1 !== null && report.affiliation1 !== '' && <p>{report.affiliation1}</p>}
      {measured === 0 && <p>この月の測定はありません</p>}
      <dl>
        {measured > 0 && (
          <div>
            <dt>測定のある日</dt>
            <dd>{measured}日</dd>
          </div>
        )}
        {(type === 2 || type === 3) && (
          <div>
            <dt>危険の日</dt>
            <dd>{measured > 0 ? `${danger}日` : '―'}</dd>
          </div>
        )}
        <div>
          <dt>緊急</dt>
          <dd>{measured > 0 || emergencies > 0 ? `${emergencies}回` : '―'}</dd>
        </div>
      </dl>
    </div>
  )
}

const DayName = ({ report, date }: { readonly report: ShownReport; readonly date: string }) => (
  <Link to={screens.report.path} search={writeChoice({ ...report.choice, period: 'daily', date, workers: [] })}>
    {dayInWords(date)}
  </Link>
)

/** One person's month: a row a day, 31 of them, beside the cell that says who it is. */
export const MonthTable = ({ report, today }: { readonly report: ShownReport; readonly today: string }) => {
  const days = daysOf(report)
  const lines = days.map(({ line }) => line)
  const roomy = roomyHours(lines)
  const frame = frameOf(report.choice.type, lines, roomy)
  const label = `${report.workerName ?? ''}さんの${dateInWords(report.choice.date)}、1日に1行`
  const focus = useScrollFocus(label, `.${styles['scroller']}`)
  return (
    <div ref={focus}>
      <div className={styles['scroller']}>
        <table className={`${styles['table']} ${styles['month']}`} style={tableMeasures('month', roomy)}>
          <caption className="visually-hidden">{label}</caption>
          <colgroup>
            <col className={styles['person-column']} />
            <col className={styles['day-column']} />
            <ColumnWidths roomy={roomy} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={styles['first']}>
                作業者
              </th>
              <th scope="col" className={styles['second']}>
                日
              </th>
              <HeadCells frame={frame} statistic={report.choice.statistic} />
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, line }, index) => (
              <tr
                key={index}
                {...(date === null && { 'data-beyond': true })}
                {...(date !== null && isSunday(date) && { 'data-sunday': true })}
              >
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={days.length} className={styles['first']}>
                    <MonthPerson report={report} days={days} />
                  </th>
                )}
                {date === null ? (
                  <td className={styles['second']}>
                    <span className="visually-hidden">この月にない日</span>
                  </td>
                ) : (
                  <th scope="row" className={styles['second']}>
                    {date <= today ? <DayName report={report} date={date} /> : dayInWords(date)}
                  </th>
                )}
                <RowCells line={line} frame={frame} nothing={date !== null && date <= today ? '測定なし' : ''} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
