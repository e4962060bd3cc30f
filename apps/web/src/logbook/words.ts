import { dayMs } from '@mimamori/contract/day'
import type { LogbookLine } from '@mimamori/contract/logbook'
import { clockOf, dateOf } from '../platform/japan-time.ts'

/** Shown if there is no value. */
export const nothing = '―'

/** 07/21 */
const dayOf = (at: string): string => dateOf(Date.parse(at)).slice(5).replace('-', '/')

/** When a line is, within a book of a month: 07/21 13:31, 07/21 13:00〜13:10, 07/21 23:50〜07/22 00:10. */
export const whenOf = ({ at, until }: Pick<LogbookLine, 'at' | 'until'>): string => {
  const begin = `${dayOf(at)} ${clockOf(at)}`
  if (until === null) return begin
  if (dayOf(at) === dayOf(until)) return `${begin}〜${clockOf(until)}`
  // The end of a day is the midnight that begins the next.
  const endsDay = clockOf(until) === '00:00' && Date.parse(until) - Date.parse(at) <= dayMs
  return endsDay ? `${begin}〜24:00` : `${begin}〜${dayOf(until)} ${clockOf(until)}`
}

/** The step of heat from which a value is marked, ℃: 28 (安衛則 第612条の2), 31 (危険 of the guidance). */
export const heatStepOf = (wbgt: number): 28 | 31 | undefined => (wbgt >= 31 ? 31 : wbgt >= 28 ? 28 : undefined)
