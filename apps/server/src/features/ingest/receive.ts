import { type IngestAnswer, maxReadings } from '@mimamori/contract'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import { decode, notRegistered, tooOld, type Unread } from './decode.ts'
import type { Sender } from '../../platform/http/route.ts'
import { ingest } from './pipeline.ts'
import { IngestQueue } from './queue.ts'
import type { ReceivedReading } from './reading.ts'

const counted = new Counter({
  name: 'mimamori_readings_total',
  help: 'Readings received, by what became of them',
  labelNames: ['outcome'] as const,
})
const ofOutcome = { accepted: { outcome: 'accepted' }, duplicate: { outcome: 'duplicate' }, rejected: { outcome: 'rejected' } } as const
for (const labels of Object.values(ofOutcome)) counted.inc(labels, 0)
const depth = new Gauge({ name: 'mimamori_ingest_waiting_readings', help: 'Readings received and not yet stored' })
const taken = new Histogram({
  name: 'mimamori_ingest_seconds',
  help: 'From a message received to its readings stored',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/**
 * Takes the readings of one message and answers once they are durable.
 * @param waits the sender is slowed down where it has too much waiting; else refused with QueueFull
 */
export type Receive = (key: Sender, sent: readonly unknown[], waits?: boolean) => Promise<IngestAnswer>

// On a cluster each statement is planned and written again by the coordinator, however few readings it holds: more of them
// share a transaction there, and a company's wait for one another rather than run side by side.
const onCluster = { lanes: 1, shareSize: 500 }

// A message may hold millions of made-up names.
const mostWarnings = 5_000

/** One receiver a process: HTTP and MQTT share its queue, so that one commit serves many messages. */
export const createReceiver = (context: Context): { receive: Receive; drain: () => Promise<void> } => {
  const queue = new IngestQueue({ ingest: (readings) => ingest(context, readings), ...(context.isDivided && onCluster) })

  const receive: Receive = async (key, sent, waits = false) => {
    if (sent.length > maxReadings) throw new RangeError(`at most ${maxReadings} readings`)
    const end = taken.startTimer()
    const receivedAt = context.clock().getTime()
    const rejected: IngestAnswer['rejected'] = []
    const readings: ReceivedReading[] = []
    const warnings: IngestAnswer['warnings'] = []
    let unread: Unread[] = []
    sent.forEach((item, index) => {
      const decoded = decode(item, unread)
      if (unread.length > 0) {
        if (warnings.length < mostWarnings) for (const { field, hint } of unread) warnings.push({ index, field, hint })
        unread = []
      }
      if ('reason' in decoded) rejected.push({ index, reason: decoded.reason })
      else readings.push({ ...decoded, companyId: key.companyId, officeId: key.officeId, receivedAt, index })
    })
    const outcomes = readings.length === 0 ? [] : await queue.add(key, readings, waits)
    depth.set(queue.depth)
    let [accepted, duplicates] = [0, 0]
    outcomes.forEach((outcome, position) => {
      if (outcome === 'accepted') accepted++
      if (outcome === 'duplicate') duplicates++
      if (outcome === 'unknownDevice') rejected.push({ index: readings[position]?.index ?? 0, reason: notRegistered.reason })
      if (outcome === 'tooOld') rejected.push({ index: readings[position]?.index ?? 0, reason: tooOld.reason })
    })
    if (accepted > 0) counted.inc(ofOutcome.accepted, accepted)
    if (duplicates > 0) counted.inc(ofOutcome.duplicate, duplicates)
    if (rejected.length > 0) counted.inc(ofOutcome.rejected, rejected.length)
    end()
    return { accepted, duplicates, rejected: rejected.toSorted((a, b) => a.index - b.index), warnings }
  }
  return { receive, drain: () => queue.drain() }
}
