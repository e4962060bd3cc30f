import RightOutlined from '@ant-design/icons/RightOutlined'
import type { ReactNode } from 'react'
import { HourValue } from './hour-cell.tsx'
import { HourLine } from './hour-line.tsx'
import { dayInWords } from './dates.ts'
import { type Line, lineOf, roomyHours } from './lines.ts'
import { daysOf, MonthPerson } from './month-table.tsx'
import styles from './report-cards.module.css'
import { type Frame, frameOf, TopValue } from './row-cells.tsx'
import type { ShownReport } from './use-report.ts'
import { referenceOf } from './words.ts'

type CardProps = { readonly name: ReactNode; readonly line: Line; readonly frame: Frame }

/** One line of a report: the highest and its hour first, every hour on touch. */
const Card = ({ name, line, frame }: CardProps) => {
  const { type, roomy, span, scale } = frame
  if (line.grade === undefined && line.top === undefined && !line.states.includes('silent') && !line.hasData)
    return (
      <li className={styles['card']} data-empty>
        {name}
        <span className={styles['quiet']}>測定なし</span>
      </li>
    )
  return (
    <li>
      <details>
        <summary className={styles['card']}>
          {name}
          <HourLine line={line} span={span} scale={scale} reference={referenceOf(type)} />
          <span className={styles['highest']}>
            <TopValue line={line} type={type} />
            {line.top !== undefined && <span className={styles['quiet']}>{line.top.hour}時</span>}
          </span>
          <RightOutlined className={styles['more'] ?? ''} aria-hidden="true" />
        </summary>
        <ol className={styles['hours']}>
          {roomy.map(
            (isRoomy, hour) =>
              isRoomy && (
                <li key={hour}>
                  <span className={styles['quiet']}>{hour}時</span>
                  <span className={styles['value']}>
                    <HourValue hours={line} hour={hour} type={type} />
                  </span>
                </li>
              ),
          )}
        </ol>
      </details>
    </li>
  )
}

/** A month on a phone: who it is, then a line a day that has come. */
export const MonthCards = ({ report, today }: { readonly report: ShownReport; readonly today: string }) => {
  const days = daysOf(report)
  const lines = days.map(({ line }) => line)
  const frame = frameOf(report.choice.type, lines, roomyHours(lines))
  return (
    <>
      <div className={styles['person']}>
        <MonthPerson report={report} days={days} />
      </div>
      <ul className={styles['cards']} aria-label="日ごと">
        {days.map(
          ({ date, line }) =>
            date !== null &&
            date <= today && (
              <Card key={date} name={<span className={styles['name']}>{dayInWords(date)}</span>} line={line} frame={frame} />
            ),
        )}
      </ul>
    </>
  )
}

/** A day on a phone: a line a person, with the site where there are several. */
export const DayCards = ({ report }: { readonly report: ShownReport }) => {
  const severalSites = report.choice.officeIds.length > 1
  const rows = report.dailyData.map((row) => ({ row, line: lineOf(row) }))
  const lines = rows.map(({ line }) => line)
  const frame = frameOf(report.choice.type, lines, roomyHours(lines))
  return (
    <ul className={styles['cards']} aria-label="作業者ごと">
      {rows.map(({ row, line }) => (
        <Card
          key={`${row.workerId}-${row.officeName}`}
          line={line}
          frame={frame}
          name={
            <span className={styles['name']}>
              {row.workerName}
              <span className={styles['quiet']}>{row.groupName ?? 'グループなし'}</span>
              {severalSites && <span className={styles['quiet']}>{row.officeName}</span>}
            </span>
          }
        />
      ))}
    </ul>
  )
}
