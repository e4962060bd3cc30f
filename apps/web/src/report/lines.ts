import type { Grade } from '@mimamori/contract/labels'
import type { DailyRow } from '@mimamori/contract/report'

/** The 24 hours of a row as they come. */
export type Hours = Pick<DailyRow, 'data' | 'levels' | 'emergencies' | 'states'>

/** A row with what its hours come to. */
export type Line = Hours & {
  /** The first of its hours with the highest value. */
  readonly top: { readonly hour: number; readonly value: number } | undefined
  /** What it is marked with: an emergency, else its highest level; undefined if its values mean no level. */
  readonly grade: Grade | undefined
  readonly emergency: number
  /** False where nothing came in any hour. */
  readonly hasData: boolean
}

const topOf = (data: Hours['data']): Line['top'] => {
  let top: { hour: number; value: number } | undefined
  for (const [hour, value] of data.entries()) if (value !== null && (top === undefined || value > top.value)) top = { hour, value }
  return top
}

const isLevel = (level: number): level is 0 | 1 | 2 | 3 => level >= 0 && level <= 3

/** The grade of one hour, or of several. */
export const gradeOf = (levels: readonly (number | null)[], emergencies: number): Grade | undefined => {
  if (emergencies > 0) return 'emergency'
  const known = levels.filter((level) => level !== null)
  const highest = Math.max(...known)
  return known.length > 0 && isLevel(highest) ? highest : undefined
}

/** Computes what is shown beside and below the hours of a row. */
export const lineOf = (hours: Hours): Line => {
  const emergency = hours.emergencies.reduce((sum, count) => sum + count, 0)
  return {
    ...hours,
    top: topOf(hours.data),
    grade: gradeOf(hours.levels, emergency),
    emergency,
    hasData: hours.states.some((state) => state === 'measured' || state === 'missing'),
  }
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** Whether readings of each hour came in any line: those hours get room, the others a narrow column, in which a silence fits. */
export const roomyHours = (lines: readonly Hours[]): readonly boolean[] =>
  hoursOfDay.map((hour) =>
    lines.some(({ states, emergencies }) => states[hour] === 'measured' || states[hour] === 'missing' || (emergencies[hour] ?? 0) > 0),
  )

/** From the first hour that has room to the end of the last; the whole day where none has. */
export const spanOfHours = (roomy: readonly boolean[]): { readonly from: number; readonly to: number } =>
  roomy.includes(true) ? { from: roomy.indexOf(true), to: roomy.lastIndexOf(true) + 1 } : { from: 0, to: 24 }

/** The lowest and highest value of all lines, so that their curves can be compared. */
export const scaleOf = (lines: readonly Hours[], also: number | undefined): { readonly low: number; readonly high: number } => {
  let [low, high] = [also ?? Infinity, also ?? -Infinity]
  for (const { data } of lines)
    for (const value of data) {
      if (value === null) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  return low <= high ? { low, high } : { low: 0, high: 1 }
}

/** Whether a table has no value for a file: the server then makes none. */
export const isBlank = (rows: readonly Hours[]): boolean => rows.every(({ data }) => data.every((value) => value === null))

/** Whether a table has nothing for paper either, which shows emergencies and silences too. */
export const isEmpty = (rows: readonly Hours[]): boolean =>
  rows.every(({ states, emergencies }) => states.every((state) => state === 'none') && emergencies.every((count) => count === 0))

/** What a month came to: days with data, days at level 3, emergencies. */
export const countsOf = (lines: readonly Line[]) => ({
  days: lines.filter(({ hasData }) => hasData).length,
  danger: lines.filter(({ levels }) => levels.includes(3)).length,
  emergencies: lines.reduce((sum, { emergency }) => sum + emergency, 0),
})
