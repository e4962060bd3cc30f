import { type IngestAnswer, maxReadings } from '@mimamori/contract'
import { itemAt } from '@mimamori/contract/typed-lists'
import type { Context } from '../../platform/context.ts'
import { type KeyEnd, onEndedKey } from '../../shared/access-keys/ingest-key.ts'
import { decode, notRegistered, type Rejected, tooOld, type Unread } from './decode.ts'
import { dryRun } from './dry-run/dry-run.ts'
import type { Sender } from '../../platform/http/route.ts'
import { measureDepth, measureMessage, type MessageSource } from './measures.ts'
import { ingest, type Outcome } from './pipeline.ts'
import { IngestQueue } from './queue.ts'
import type { ReceivedReading } from './reading.ts'
import { startCountWriter } from './status/count-writer.ts'
import { countsOf, type ReceivedMessage, type Refused } from './status/received-counts.ts'
import { refusedReading, serialIn } from './status/refused.ts'
import { type MessageTrace, traceMessage } from './traces/trace-message.ts'

/**
 * Takes the readings of one message and answers once they are durable.
 * @param waits the sender is slowed down where it has too much waiting; else refused with QueueFull
 * @param of where the message came from: through the network server of a LoRaWAN connection, and the trace that the sender names
 */
export type Receive = (
  key: Sender,
  sent: readonly unknown[],
  waits?: boolean,
  of?: { readonly isUplink?: boolean; readonly traceparent?: string | undefined },
) => Promise<IngestAnswer>

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

  const take = async (
    key: Sender,
    sent: readonly unknown[],
    source: MessageSource,
    trace: MessageTrace | undefined,
  ): Promise<IngestAnswer> => {
    const begun = performance.now()
    const receivedAt = context.clock().getTime()
    const { readings, rejected, warnings, refused, unread } = decodeMessage(key, sent, receivedAt)
    const traced = trace === undefined ? readings : readings.map((reading) => ({ ...reading, trace }))
    const outcomes = readings.length === 0 ? [] : await (key.isTrial === true ? trials : queue).add(key, traced, source.isMqtt)
    measureDepth(queue.depth)
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
    counts.add(key, { at: receivedAt, via: source.isMqtt ? 'mqtt' : 'http', accepted, duplicates, refused, unread })
    const oldestAt = readings.length === 0 ? undefined : readings.reduce((oldest, { at }) => Math.min(oldest, at), receivedAt)
    const seconds = (performance.now() - begun) / 1_000
    measureMessage(key, source, { accepted, duplicates, rejected: rejected.length, oldestAt, receivedAt, seconds })
    return { accepted, duplicates, rejected: rejected.toSorted((a, b) => a.index - b.index), warnings }
  }
  const receive: Receive = async (key, sent, waits = false, { isUplink = false, traceparent } = {}) => {
    if (sent.length > maxReadings) throw new RangeError(`at most ${maxReadings} readings`)
    const message = { via: waits ? 'mqtt' : 'http', sender: key, size: sent.length, traceparent } as const
    return traceMessage(message, (trace) => take(key, sent, { isMqtt: waits, isUplink }, trace))
  }
  return {
    receive,
    drain: async () => {
      await Promise.all([queue.drain(), trials.drain()])
      await writer.stop()
    },
  }
}
