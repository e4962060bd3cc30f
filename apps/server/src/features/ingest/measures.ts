import { Counter, Gauge, Histogram } from 'prom-client'
import type { Sender } from '../../platform/http/route.ts'

const outcomes = ['accepted', 'duplicate', 'rejected'] as const

/** How a message came: straight from a gateway, or through the network server of a LoRaWAN connection. */
export type MessageSource = { readonly isMqtt: boolean; readonly isUplink: boolean }

type Path = { readonly key: 'live' | 'trial' | 'connection'; readonly by: 'http' | 'mqtt' }

const counted = new Counter({
  name: 'mimamori_readings_total',
  help: 'Readings received, by what became of them, by the kind of key and by the way they came',
  labelNames: ['outcome', 'key', 'by'] as const,
})
// So that a rate is known from the first reading on.
for (const key of ['live', 'trial', 'connection'] as const)
  for (const by of ['http', 'mqtt'] as const) for (const outcome of outcomes) counted.inc({ outcome, key, by }, 0)

// Once a message rather than for each of its readings, of which a process takes ten thousand a second.
const ages = new Histogram({
  name: 'mimamori_message_age_seconds',
  help: 'Age of the oldest reading of a message when it was received; without trial keys',
  labelNames: ['key', 'by'] as const,
  buckets: [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400],
})
for (const key of ['live', 'connection'] as const) for (const by of ['http', 'mqtt'] as const) ages.zero({ key, by })

const depth = new Gauge({ name: 'mimamori_ingest_waiting_readings', help: 'Readings received and not yet stored' })
const taken = new Histogram({
  name: 'mimamori_ingest_seconds',
  help: 'From a message received to its readings stored',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

const pathOf = ({ isTrial }: Pick<Sender, 'isTrial'>, { isMqtt, isUplink }: MessageSource): Path => ({
  key: isTrial === true ? 'trial' : isUplink ? 'connection' : 'live',
  by: isMqtt ? 'mqtt' : 'http',
})

/** What became of the readings of a message. */
export type MessageOutcome = {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  /** When the oldest of those that could be read was taken, and the message received, epoch ms. */
  readonly oldestAt: number | undefined
  readonly receivedAt: number
  readonly seconds: number
}

/** Counts a message that was taken. */
export const measureMessage = (
  sender: Pick<Sender, 'isTrial'>,
  source: MessageSource,
  { accepted, duplicates, rejected, oldestAt, receivedAt, seconds }: MessageOutcome,
): void => {
  const path = pathOf(sender, source)
  if (accepted > 0) counted.inc({ outcome: 'accepted', ...path }, accepted)
  if (duplicates > 0) counted.inc({ outcome: 'duplicate', ...path }, duplicates)
  if (rejected > 0) counted.inc({ outcome: 'rejected', ...path }, rejected)
  if (path.key === 'trial') return
  taken.observe(seconds)
  // A clock that is ahead makes no reading younger than now.
  if (oldestAt !== undefined && accepted > 0) ages.observe({ key: path.key, by: path.by }, Math.max(0, receivedAt - oldestAt) / 1_000)
}

/** Counts an uplink that was refused before it became a reading. */
export const measureRefusedUplink = (sender: Pick<Sender, 'isTrial'>, isMqtt: boolean): void =>
  counted.inc({ outcome: 'rejected', ...pathOf(sender, { isMqtt, isUplink: true }) })

/** Shows how many readings wait to be stored. */
export const measureDepth = (readings: number): void => depth.set(readings)
