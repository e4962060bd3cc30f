import type { HealthRow } from '@mimamori/contract/health-condition'
import { spanInWords } from '@mimamori/contract/time-words'

const minuteMs = 60_000

type Row = Pick<HealthRow, 'heatMinutesToday' | 'heatMinutesOnEnd'>

/** What is said of somebody who rests. */
export const restingNow = '休憩中'

/** Minutes in words: 48分, 3時間32分. */
export const minutesInWords = (minutes: number): string => spanInWords(minutes * minuteMs)

/** What is said of somebody's time in heat beside the sum of the day: how long it lasts now. */
export const onEndInWords = ({ heatMinutesOnEnd }: Pick<Row, 'heatMinutesOnEnd'>): string =>
  heatMinutesOnEnd === null || heatMinutesOnEnd === 0 ? '' : `連続 ${minutesInWords(heatMinutesOnEnd)}`

/** How long somebody has been in heat: on end where they are in it, else today. Null where there is none, or it is not known. */
export const heatTimeInWords = (row: Row): string | null => {
  if (row.heatMinutesToday === null || row.heatMinutesToday === 0) return null
  const onEnd = onEndInWords(row)
  return `暑さの中 ${onEnd === '' ? `きょう ${minutesInWords(row.heatMinutesToday)}` : onEnd}`
}
