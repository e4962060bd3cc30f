import { gradeNames } from '@mimamori/contract/labels'
import type { ReportStatistic } from '@mimamori/contract/report'
import { LevelMark } from '../marks/level-mark.tsx'
import type { ShownType } from './choice.ts'
import { HourCell } from './hour-cell.tsx'
import { HourLine } from './hour-line.tsx'
import { type Line, scaleOf, spanOfHours } from './lines.ts'
import styles from './report-table.module.css'
import { highestInWords, referenceOf, valueInWords } from './words.ts'

/** What the rows of a table have in common. */
export type Frame = {
  readonly type: ShownType
  readonly roomy: readonly boolean[]
  readonly span: { readonly from: number; readonly to: number }
  readonly scale: { readonly low: number; readonly high: number }
}

/** What all lines of a report share: which hours have room, and the measure of the curves. */
export const frameOf = (type: ShownType, lines: readonly Line[], roomy: readonly boolean[]): Frame => ({
  type,
  roomy,
  span: spanOfHours(roomy),
  scale: scaleOf(lines, referenceOf(type)),
})

/** The highest of a row, with the mark of what the row came to. */
export const TopValue = ({ line, type }: { readonly line: Line; readonly type: ShownType }) => (
  <span className={styles['top']}>
    {line.grade !== undefined && <LevelMark grade={line.grade} size={16} decorative={type === 3} />}
    {type === 3 ? line.grade !== undefined && gradeNames[line.grade] : line.top !== undefined && valueInWords(type, line.top.value)}
  </span>
)

/** The cells of a row's 24 hours, its highest value and its course. */
export const RowCells = ({ line, frame, nothing }: { readonly line: Line; readonly frame: Frame; readonly nothing: string }) => (
  <>
    {frame.roomy.map((roomy, hour) => (
      <HourCell key={hour} hours={line} hour={hour} type={frame.type} roomy={roomy} isTop={line.top?.hour === hour} />
    ))}
    <td className={styles['highest']}>
      {line.grade === undefined && line.top === undefined ? (
        <span className={styles['nothing']}>{line.hasData ? '値なし' : nothing}</span>
      ) : (
        <TopValue line={line} type={frame.type} />
      )}
    </td>
    <td className={styles['curve']}>
      <HourLine line={line} span={frame.span} scale={frame.scale} reference={referenceOf(frame.type)} />
    </td>
  </>
)

/** The heading cells over them. */
export const HeadCells = ({ frame: { type, roomy, span }, statistic }: { readonly frame: Frame; readonly statistic: ReportStatistic }) => (
  <>
    {roomy.map((isRoomy, hour) => (
      <th key={hour} scope="col" className={styles['hour']} aria-label={`${hour}時`} {...(!isRoomy && { 'data-bare': true })}>
        {hour}
      </th>
    ))}
    <th scope="col" className={styles['highest']}>
      {highestInWords(type, statistic)}
    </th>
    <th scope="col" className={styles['curve']}>
      {span.from}時から{span.to}時
    </th>
  </>
)

/** The widths of those columns: hours in which nothing came are narrow. Where there is more room all get of it. */
export const ColumnWidths = ({ roomy }: Pick<Frame, 'roomy'>) => (
  <>
    {roomy.map((isRoomy, hour) => (
      <col key={hour} className={styles[isRoomy ? 'hour-column' : 'bare-column']} />
    ))}
    <col className={styles['highest-column']} />
    <col className={styles['curve-column']} />
  </>
)
