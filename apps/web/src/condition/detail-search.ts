import { screenSearch } from '@mimamori/contract/screen-search'
import { dateOf, daysBetween, minuteOfDay } from '../platform/japan-time.ts'
import { readSearch } from '../platform/screen.ts'

/** 0 today, 1 yesterday, 2 the day before. */
export type DayOffset = 0 | 1 | 2

export type DetailSearch = {
  readonly userId: number | undefined
  readonly officeName: string | undefined
  readonly groupName: string | undefined
  readonly day: DayOffset
  /** The hour the chart begins with; undefined where the screen chooses. */
  readonly hour: number | undefined
}

const isDay = (value: number): value is DayOffset => value === 0 || value === 1 || value === 2

const wholeNumber = (text: string | undefined): number | undefined => (text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined)

/** A day as an offset (0, 1, 2) or as a date in any of the forms other systems write. */
const readDay = (text: string | undefined, now: number): DayOffset | undefined => {
  const offset = wholeNumber(text)
  if (offset !== undefined && isDay(offset)) return offset
  const date = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text ?? '')
  if (date === null) return undefined
  const [, year = '', month = '', day = ''] = date
  const ago = daysBetween(Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00+09:00`), now)
  return isDay(ago) ? ago : undefined
}

const readHour = (text: string | undefined): number | undefined => {
  const hour = wholeNumber(text)
  return hour !== undefined && hour <= 23 ? hour : undefined
}

/** An alert's time: 13:31, an hour, or an instant, which then also says the day. */
const readAlertTime = (text: string | undefined, now: number): { readonly hour?: number; readonly day?: DayOffset } => {
  const clock = /^(\d{1,2}):\d{2}/.exec(text ?? '')
  const hour = readHour(clock === null ? text : clock[1])
  if (hour !== undefined) return { hour }
  const instant = Date.parse(text ?? '')
  if (Number.isNaN(instant)) return {}
  const day = readDay(dateOf(instant), now)
  return { hour: Math.floor(minuteOfDay(instant) / 60), ...(day !== undefined && { day }) }
}

/** Reads the address of the detail screen, as this product or another system wrote it. */
export const readDetailSearch = (search: Record<string, unknown>, now: number): DetailSearch => {
  const { UserId, OfficeName, GroupName, day, hour, timeAlert, dayAlert } = readSearch(screenSearch.conditionDetail, search)
  const alert = readAlertTime(timeAlert, now)
  return {
    userId: UserId,
    officeName: OfficeName,
    groupName: GroupName,
    // The person's choice on this screen comes before the alert that led here.
    day: readDay(day, now) ?? readDay(dayAlert, now) ?? alert.day ?? 0,
    hour: hour ?? alert.hour,
  }
}
