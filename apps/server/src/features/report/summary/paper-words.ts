import { type AnnouncedAlert, publicAlertLevels, publicAlertNames } from '@mimamori/contract/public-alert'
import { emsOf } from '../../../shared/printing/sheet.ts'

/** Of 3/10 「30％」; of nothing 「―」. */
export const shareText = (part: number, whole: number): string => (whole === 0 ? '―' : `${Math.round((part / whole) * 100)}％`)

/** Minutes in hours: 96, 5.3. */
export const hoursText = (minutes: number): string => {
  const hours = Math.round(minutes / 6) / 10
  return hours >= 100 ? Math.round(hours).toLocaleString('ja-JP') : String(hours)
}

/** Seconds in minutes: 3.2, 13. */
export const minutesText = (seconds: number): string => {
  const minutes = seconds / 60
  return minutes < 10 ? String(Math.round(minutes * 10) / 10) : Math.round(minutes).toLocaleString('ja-JP')
}

export const wbgtText = (wbgt: number): string => wbgt.toFixed(1)

/** A day and time of the month in Japan, as answers write instants: 20日 14:08. */
export const dayAndClock = (iso: string): string => `${Number(iso.slice(8, 10))}日 ${iso.slice(11, 16)}`

/** 2026年7月. */
export const monthText = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`

/** As much of a text as a width holds on so many lines, pt; what is cut off is said by 「…」. */
export const cutTo = (
  text: string,
  { width, size, lines }: { readonly width: number; readonly size: number; readonly lines: number },
): string => {
  // A line may end early, before what must not begin the next one.
  const most = lines * Math.max(1, Math.floor((width - size) / size))
  let ems = 0
  let fitting = ''
  for (const character of text) {
    ems += emsOf(character)
    if (ems > most) return `${fitting}…`
    fitting += character
  }
  return text
}

/**
 * The lines of a text in a width, as few as it takes and at most so many, broken where they are full: a font breaks names
 * by rules of its own, and then they take more lines than there is room for.
 */
export const brokenInto = (text: string, measure: { readonly width: number; readonly size: number; readonly lines: number }): string[] => {
  const found: string[] = []
  let rest = text.replaceAll(/\s+/gu, ' ').trim()
  while (rest !== '' && found.length < measure.lines) {
    // Room is left for 「…」.
    const whole = cutTo(rest, { ...measure, width: measure.width + measure.size, lines: 1 })
    if (whole === rest) return [...found, rest]
    if (found.length === measure.lines - 1) return [...found, cutTo(rest, { ...measure, lines: 1 })]
    const full = whole.slice(0, -1)
    const space = full.lastIndexOf(' ')
    const line = space > full.length / 2 ? full.slice(0, space) : full
    found.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  return found
}

/** Days of a month in order, those in a row as one: 1〜5・8. */
const daysText = (days: readonly number[]): string => {
  const rows: { from: number; to: number }[] = []
  for (const day of days) {
    const last = rows.at(-1)
    if (last !== undefined && last.to === day - 1) last.to = day
    else rows.push({ from: day, to: day })
  }
  return rows.map(({ from, to }) => (from === to ? `${from}` : `${from}〜${to}`)).join('・')
}

/** What was announced in a month and not withdrawn: each level with its number of days and which they are. */
export const publicAlertsText = (alerts: readonly AnnouncedAlert[]): string => {
  const inForce = alerts.filter(({ withdrawnAt }) => withdrawnAt === null)
  const texts = publicAlertLevels.toReversed().flatMap((level) => {
    const days = [...new Set(inForce.filter((one) => one.level === level).map(({ day }) => Number(day.slice(8))))]
    return days.length === 0 ? [] : [`${publicAlertNames[level]} ${days.length}日（${daysText(days)}日）`]
  })
  return texts.length === 0 ? 'なし' : texts.join('　')
}
