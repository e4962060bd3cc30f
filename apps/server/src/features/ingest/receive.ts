import { type IngestAnswer, maxReadings } from '@mimamori/contract'
import { itemAt } from '@mimamori/contract/typed-lists'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import { type KeyEnd, onEndedKey } from '../../shared/access-keys/ingest-key.ts'
import { decode, notRegistered, type Rejected, tooOld, type Unread } from './decode.ts'
import { dryRun } from './dry-run/dry-run.ts'
import type { Sender } from '../../platform/http/route.ts'
import { ingest, type Outcome } from './pipeline.ts'
import { IngestQueue } from './queue.ts'
import type { ReceivedReading } from './reading.ts'
import { startCountWriter } from './status/count-writer.ts'
import { countsOf, type ReceivedMessage, type Refused } from './status/received-counts.ts'
import { refusedReading, serialIn } from './status/refused.ts'
import { type MessageTrace, traceMessage } from './traces/trace-message.ts'

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
 * @param traceparent the trace that the sender names
 */
export type Receive = (key: Sender, sent: readonly unknown[], waits?: boolean, traceparent?: string) => Promise<IngestAnswer>

// On a cluster each statement is planned and written again by the coordinator, however few readings it holds: more of them
// share a transaction there, and a company's wait for one another rather than run side by side.
const onCluster = { lanes: 1, shareSize: 500 }

// A message may hold millions of made-up names.
const mostWarnings = 5_000

// Dry runs of all trial keys together take one transaction at a time: they wait for one another, and no real reading for them.
const ofTrials = { lanes: 1, transactions: 1, capacity: 10_000 }

/** What of a message can be read, and what its sender is answered of the rest. */
type DecodedMessage = {
  readonly readings: ReceivedReading[]
  readonly rejected: IngestAnswer['rejected']
  readonly warnings: IngestAnswer['warnings']
  readonly refused: Refused[]
  readonly unread: ReceivedMessage['unread'][number][]
}

const decodeMessage = ({ companyId, officeId }: Sender, sent: readonly unknown[], receivedAt: number): DecodedMessage => {
  const message: DecodedMessage = { readings: [], rejected: [], warnings: [], refused: [], unread: [] }
  let unread: Unread[] = []
  sent.forEach((item, index) => {
    const decoded = decode(item, unread)
    if (unread.length > 0) {
      const serial = serialIn(item)
      for (const one of unread) {
        if (message.warnings.length >= mostWarnings) break
        message.warnings.push({ index, field: one.field, hint: one.hint })
        message.unread.push({ ...one, serial })
      }
      unread = []
    }
    if ('reason' in decoded) {
      message.rejected.push({ index, reason: decoded.reason })
      message.refused.push(refusedReading(item, decoded))
    } else message.readings.push({ ...decoded, companyId, officeId, receivedAt, index })
  })
  return message
}

const refusals: Partial<Record<Outcome, Rejected>> = { unknownDevice: notRegistered, tooOld }

const reasonsOfEnds: Record<KeyEnd, string> = {
  revoked: '止めた受信キーです。使える受信キーに替えてください。',
  ended: '期限の切れた受信キーです。使える受信キーに替えてください。',
}

/** One receiver a process: HTTP and MQTT share its queue, so that one commit serves many messages. */
export const createReceiver = (context: Context): { receive: Receive; drain: () => Promise<void> } => {
  const queue = new IngestQueue({ ingest: (readings) => ingest(context, readings), ...(context.isDivided && onCluster) })
  const trials = new IngestQueue({ ingest: (readings) => dryRun(context, readings), ...ofTrials })
  const counts = countsOf(context.pool)
  const writer = startCountWriter(context)
  onEndedKey(context, (sender, end, via) => counts.refuseMessage(sender, via, context.clock().getTime(), reasonsOfEnds[end]))

  const take = async (key: Sender, sent: readonly unknown[], waits: boolean, trace: MessageTrace | undefined): Promise<IngestAnswer> => {
    const end = taken.startTimer()
    const receivedAt = context.clock().getTime()
    const { readings, rejected, warnings, refused, unread } = decodeMessage(key, sent, receivedAt)
    const traced = trace === undefined ? readings : readings.map((reading) => ({ ...reading, trace }))
    const outcomes = readings.length === 0 ? [] : await (key.isTrial === true ? trials : queue).add(key, traced, waits)
    depth.set(queue.depth)
    let [accepted, duplicates] = [0, 0]
    outcomes.forEach((outcome, position) => {
      if (outcome === 'accepted') accepted++
      if (outcome === 'duplicate') duplicates++
      const refusal = refusals[outcome]
      if (refusal === undefined) return
      const { index } = itemAt(readings, position)
      rejected.push({ index, reason: refusal.reason })
      refused.push(refusedReading(sent[index], refusal, outcome === 'unknownDevice'))
    })
    counts.add(key, { at: receivedAt, via: waits ? 'mqtt' : 'http', accepted, duplicates, refused, unread })
    if (key.isTrial !== true) {
      if (accepted > 0) counted.inc(ofOutcome.accepted, accepted)
      if (duplicates > 0) counted.inc(ofOutcome.duplicate, duplicates)
      if (rejected.length > 0) counted.inc(ofOutcome.rejected, rejected.length)
      end()
    }
    return { accepted, duplicates, rejected: rejected.toSorted((a, b) => a.index - b.index), warnings }
  }
  const receive: Receive = async (key, sent, waits = false, traceparent) => {
    if (sent.length > maxReadings) throw new RangeError(`at most ${maxReadings} readings`)
    const message = { via: waits ? 'mqtt' : 'http', sender: key, size: sent.length, traceparent } as const
    return traceMessage(message, (trace) => take(key, sent, waits, trace))
  }
  return {
    receive,
    drain: async () => {
      await Promise.all([queue.drain(), trials.drain()])
      await writer.stop()
    },
  }
}
