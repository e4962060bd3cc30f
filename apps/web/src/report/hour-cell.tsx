import { memo } from 'react'
import { LevelMark } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import type { ShownType } from './choice.ts'
import { gradeOf, type Hours } from './lines.ts'
import styles from './report-table.module.css'
import { valueInWords } from './words.ts'

type HourProps = { readonly hours: Hours; readonly hour: number; readonly type: ShownType }

/** The mark of an hour from level 1 up: what is safe is shown by its number alone, so that colour leads to the others. */
const markOf = ({ hours, hour, type }: HourProps) => {
  const grade = gradeOf([hours.levels[hour] ?? null], hours.emergencies[hour] ?? 0)
  return grade === 'emergency' || type === 3 || (typeof grade === 'number' && grade > 0) ? grade : undefined
}

/** What is known of one hour: its value with the mark of its level, that nothing could be measured, or that nothing came. */
export const HourValue = ({ hours, hour, type }: HourProps) => {
  const value = hours.data[hour] ?? null
  const state = hours.states[hour]
  const mark = markOf({ hours, hour, type })
  return (
    <>
      {mark !== undefined && <LevelMark grade={mark} size={16} />}
      {value !== null && type !== 3 && valueInWords(type, value)}
      {value === null && state === 'missing' && <span className={styles['missing']}>値なし</span>}
      {state === 'silent' && <SilentMark size={16} />}
    </>
  )
}

type CellProps = HourProps & { readonly isTop: boolean; readonly roomy: boolean }

/** The cell of one hour. */
export const HourCell = memo(({ isTop, roomy, ...props }: CellProps) => {
  const { hours, hour, type } = props
  const grade = gradeOf([hours.levels[hour] ?? null], hours.emergencies[hour] ?? 0)
  return (
    <td
      className={styles['hour']}
      {...(!roomy && { 'data-bare': true })}
      {...((grade === 3 || grade === 'emergency') && { 'data-tint': grade })}
      {...(isTop && type !== 3 && { 'data-top': true })}
    >
      {(roomy || hours.states[hour] === 'silent') && (
        <span className={styles['value']} {...(type === 3 && { 'data-mark': true })}>
          <HourValue {...props} />
        </span>
      )}
    </td>
  )
})
