import type { ConnectionType } from '@mimamori/contract/connection'
import { clockWithSeconds, dayAndClockOf, daysBetween } from '../platform/japan-time.ts'

/** What the network servers are called. */
export const typeNames: Readonly<Record<ConnectionType, string>> = { chirpstack: 'ChirpStack', tts: 'The Things Stack' }

/** 13:41:38 of today, 7/20 13:41 of a day before. */
export const heardAt = (at: string, now: number): string => {
  const instant = Date.parse(at)
  return daysBetween(instant, now) === 0 ? clockWithSeconds(instant) : dayAndClockOf(instant)
}
