import type { IngestSender } from '@mimamori/contract/ingest-status'
import { spanInWords } from '@mimamori/contract/time-words'
import { agoInWords, dateOf } from '../platform/japan-time.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** From when on a sender counts as silent, as devices do. */
const silentMs = 15 * minute

/** From when on the console offers to stop a key: one that is switched off for a night or a weekend is silent for less. */
const abandonedMs = 3 * day

/** How long ago the latest message came. `isSilent`: longer ago than senders usually pause. */
export const recencyOf = (
  lastAt: string,
  now: number,
): { readonly words: string; readonly isSilent: boolean; readonly isAbandoned: boolean } => {
  const at = Date.parse(lastAt)
  const elapsed = now - at
  const isSilent = elapsed >= silentMs
  const isAbandoned = elapsed >= abandonedMs
  if (isSilent) return { words: `${spanInWords(elapsed)} 届いていません`, isSilent, isAbandoned }
  return { words: elapsed < 2 * second ? 'いま' : agoInWords(at, now), isSilent, isAbandoned }
}

/** An instant of an answer by the clock, to the second; with its day where that is not today: 13:42:08, 7/20 13:42:08. */
export const clockToSecond = (at: string, now: number): string => {
  const [date, clock] = [at.slice(0, 10), at.slice(11, 19)]
  return date === dateOf(now) ? clock : `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))} ${clock}`
}

// Senders of every minute or two: fewer minutes would make the figure jump, more would hide that one has just stopped.
const rateMinutes = 10

/**
 * Readings a minute at present: the mean of the last ten whole minutes, or of fewer where the sender began later.
 * @param perMinute readings of each clock minute, the last one still running
 */
export const rateOf = (perMinute: readonly number[]): number => {
  const whole = perMinute.slice(0, -1)
  const begun = whole.findIndex((count) => count > 0)
  // Who sends for the first time has no whole minute yet.
  if (begun < 0) return perMinute.at(-1) ?? 0
  const recent = whole.slice(Math.max(begun, whole.length - rateMinutes))
  return recent.reduce((sum, count) => sum + count, 0) / recent.length
}

/** 218, 6.5, 0.3: a slow sender is not one that sends nothing. */
export const rateInWords = (rate: number): string =>
  rate >= 10 || Number.isInteger(rate) ? Math.round(rate).toLocaleString('ja-JP') : rate.toFixed(1)

/** How many readings of the working day were refused. */
export const refusedOf = ({ rejected }: Pick<IngestSender, 'rejected'>): number => rejected.reduce((sum, { count }) => sum + count, 0)

/** A reason as a part of a line, without its full stop. */
export const shortReason = (reason: string): string => reason.replace(/。$/, '')

/** What was wrong, without what to do about it, for where the room is small. */
export const firstSentence = (reason: string): string => reason.split('。', 1).join('')

/** 6分12秒 遅れ, 40秒 進み. */
export const clockErrorInWords = (errorSeconds: number): string => {
  const total = Math.abs(errorSeconds)
  const [minutes, seconds] = [Math.floor(total / 60), total % 60]
  const span =
    total >= 3_600
      ? spanInWords(total * second)
      : `${minutes > 0 ? `${minutes}分` : ''}${seconds > 0 || minutes === 0 ? `${seconds}秒` : ''}`
  return `${span} ${errorSeconds < 0 ? '遅れ' : '進み'}`
}

const wayNames = { http: 'HTTP', mqtt: 'MQTT' } as const
const systemNames = { chirpstack: 'ChirpStack', tts: 'The Things Stack' } as const

/** What its messages come by: MQTT, ChirpStack・HTTP; the way is left out where it is not known. */
export const wayInWords = ({ type, via }: Pick<IngestSender, 'type' | 'via'>): string =>
  [type === 'key' ? undefined : systemNames[type], via === null ? undefined : wayNames[via]].filter((part) => part !== undefined).join('・')
