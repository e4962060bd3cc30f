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

const latin = /[\u0020-\u007E\uFF61-\uFF9F]/u

/** As much of a text as a width holds on so many lines, pt; what is cut off is said by 「…」. */
export const cutTo = (
  text: string,
  { width, size, lines }: { readonly width: number; readonly size: number; readonly lines: number },
): string => {
  // A line may end early, before what must not begin the next one.
  const most = lines * Math.max(1, Math.floor((width - size) / size))
  let ems = 0
  let kept = ''
  for (const character of text) {
    ems += latin.test(character) ? 0.62 : 1
    if (ems > most) return `${kept}…`
    kept += character
  }
  return text
}
