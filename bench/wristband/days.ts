import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MeasuredShift, measureShifts } from '@mimamori/heat'

/** A recorded day of one person: bpm minute by minute from `from` (epoch ms) on, null where nothing was recorded. */
export type RecordedDay = { readonly person: string; readonly from: number; readonly heartRates: readonly (number | null)[] }

const file = fileURLToPath(new URL('heart-rates.csv', import.meta.url))

/** The recorded days, with the hours of the day taken as those of Japan. */
export const recordedDays: readonly RecordedDay[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [person = '', from = '', heartRates = ''] = line.split(',')
    return {
      person,
      from: Date.parse(`${from}:00+09:00`),
      heartRates: heartRates.split(' ').map((text) => (text === '-' ? null : Number(text))),
    }
  })

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** What the other recorded days of the same person make as shifts, as if they were those of the days before. */
export const shiftsBefore = (day: RecordedDay): MeasuredShift[] =>
  recordedDays
    .filter((other) => other.person === day.person && other !== day)
    .flatMap(({ from, heartRates }) =>
      measureShifts(
        heartRates.flatMap((bpm, minute) => (bpm === null ? [] : [{ at: from + minute * minuteMs, bpm, deviceId: 1, declaredMinutes: 1 }])),
      ),
    )
    .flatMap(({ mean, peak }, index) => (mean === null || peak === null ? [] : [{ endedAt: day.from - (2 + index) * dayMs, mean, peak }]))
