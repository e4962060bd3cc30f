import RightOutlined from '@ant-design/icons/RightOutlined'
import { type ReactNode, useMemo, useRef } from 'react'
import { CardBlock, cardsOfBlock } from './card-block.tsx'
import { HourValue } from './hour-cell.tsx'
import { HourLine } from './hour-line.tsx'
import { dayInWords } from './dates.ts'
import { type Line, lineOf, roomyHours } from './lines.ts'
import { daysOf, MonthPerson } from './month-table.tsx'
import styles from './report-cards.module.css'
import { type Frame, frameOf, TopValue } from './row-cells.tsx'
import type { ShownReport } from './use-report.ts'
import { referenceOf } from './words.ts'

type CardProps = {
  readonly name: ReactNode
  readonly line: Line
  readonly frame: Frame
  /** Among all, where not all are there. */
  readonly place?: { readonly 'aria-posinset': number; readonly 'aria-setsize': number }
  readonly isOpen?: boolean
  readonly onToggle?: (isOpen: boolean) => void
}

/** One line of a report: the highest and its hour first, every hour on touch. */
const Card = ({ name, line, frame, place, isOpen, onToggle }: CardProps) => {
  const { type, roomy, span, scale } = frame
  if (line.grade === undefined && line.top === undefined && !line.states.includes('silent') && !line.hasData)
    return (
      <li {...place} className={styles['card']} data-empty>
        {name}
        <span className={styles['quiet']}>測定なし</span>
      </li>
    )
  return (
    <li {...place}>
      <details open={isOpen} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
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
      <ul className={styles['cards']} aria-label="日ごと" data-last>
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

/** Fewer cards are simply all there, so that the browser's own search finds them. */
const blocksFrom = 100

/** A day on a phone: a line a person, with the site where there are several. */
export const DayCards = ({ report }: { readonly report: ShownReport }) => {
  const severalSites = report.choice.officeIds.length > 1
  const { dailyData, choice } = report
  const { rows, frame } = useMemo(() => {
    const read = dailyData.map((row) => ({ row, line: lineOf(row), key: `${row.workerId}-${row.officeName}` }))
    const lines = read.map(({ line }) => line)
    return { rows: read, frame: frameOf(choice.type, lines, roomyHours(lines)) }
  }, [dailyData, choice.type])
  // A card that left the screen open comes back open.
  const opened = useRef(new Set<string>())
  const size = rows.length < blocksFrom ? blocksFrom : cardsOfBlock
  const firsts = Array.from({ length: Math.ceil(rows.length / size) }, (_, block) => block * size)
  return (
    <div role="group" aria-label="作業者ごと">
      {firsts.map((first) => {
        const own = rows.slice(first, first + size)
        const isLast = first + size >= rows.length
        return (
          <CardBlock key={first} cards={own.length} isFirst={first === 0}>
            {() => (
              <ul className={styles['cards']} aria-label={`${first + 1}人目から`} {...(isLast && { 'data-last': true })}>
                {own.map(({ row, line, key }, index) => (
                  <Card
                    key={key}
                    line={line}
                    frame={frame}
                    place={{ 'aria-posinset': first + index + 1, 'aria-setsize': rows.length }}
                    isOpen={opened.current.has(key)}
                    onToggle={(isOpen) => (isOpen ? opened.current.add(key) : opened.current.delete(key))}
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
            )}
          </CardBlock>
        )
      })}
    </div>
  )
}
