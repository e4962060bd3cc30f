import type { HealthRow } from '@mimamori/contract/health-condition'
import { EXPOSURE_LINES } from '@mimamori/heat/exposure-clock'
import { minutesInWords } from '../marks/heat-time.tsx'

type Lines = { readonly warned: number; readonly passed: number }

const passed = (minutes: number | null, { warned, passed: full }: Lines): number | null => {
  if (minutes === null || minutes < warned) return null
  return minutes < full ? warned : full
}

/** Which of the day's lines somebody's time in heat has passed, in words: the duty's hour on end and four hours a day, or shortly before. */
export const passedLines = ({
  heatMinutesToday,
  heatMinutesLongest,
}: Pick<HealthRow, 'heatMinutesToday' | 'heatMinutesLongest'>): string[] => {
  const onEnd = passed(heatMinutesLongest, EXPOSURE_LINES.onEnd)
  const inAll = passed(heatMinutesToday, EXPOSURE_LINES.today)
  return [
    ...(onEnd === null ? [] : [`連続${minutesInWords(onEnd)}を超過`]),
    ...(inAll === null ? [] : [`1日${minutesInWords(inAll)}を超過`]),
  ]
}
