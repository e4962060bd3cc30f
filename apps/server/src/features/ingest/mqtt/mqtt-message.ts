import { DownlinkAnswer, foldKeys, type IngestReport, maxIngestBytes, maxReadings } from '@mimamori/contract'
import { Counter } from 'prom-client'
import type { Context } from '../../../platform/context.ts'
import { settle } from '../../../shared/downlink/settle.ts'
import type { Sender } from '../../../platform/http/route.ts'
import type { Receive } from '../receive.ts'
import { findUplink, type FoundUplink, receiveUplink, type SentUplink } from '../receive-uplink.ts'
import { countsOf } from '../status/received-counts.ts'
import type { Address, UplinkAddress } from './topics.ts'

export const dropped = new Counter({
  name: 'mimamori_mqtt_dropped_total',
  help: 'MQTT messages dropped, by reason',
  labelNames: ['reason'] as const,
})

type Fault = { readonly fault: string }

const parse = (payload: Buffer): { readonly message: unknown } | Fault => {
  if (payload.length > maxIngestBytes) return { fault: '送られた内容が大きすぎます。' }
  try {
    return { message: JSON.parse(payload.toString('utf8')) }
  } catch {
    return { fault: '送られた内容を読み取れません。JSONの書き方を確認してください。' }
  }
}

const readingsOf = (message: unknown): { readonly readings: readonly unknown[] } | Fault => {
  const readings = typeof message === 'object' && message !== null && 'readings' in message ? message.readings : undefined
  if (!Array.isArray(readings) || readings.length === 0) return { fault: '測定値：readings に1件以上の配列を入れてください。' }
  if (readings.length > maxReadings) return { fault: `測定値：${maxReadings}件以内にしてください。` }
  return { readings }
}

/** The report for a message's sender where something was refused or not read; else null. */
export type MessageReport = IngestReport | null

const refuse = (fault: Fault): Fault => {
  dropped.inc({ reason: 'malformed' })
  return fault
}

type TakingContext = Pick<Context, 'db' | 'pool' | 'clock' | 'log'>

/** Refuses a message of readings as a whole, which its site is shown. */
const refuseReadings = ({ pool, clock }: TakingContext, key: Sender, fault: Fault): Fault => {
  countsOf(pool).refuseMessage(key, 'mqtt', clock().getTime(), fault.fault)
  return refuse(fault)
}

const takeReadings = async (context: TakingContext, receive: Receive, key: Sender, message: unknown): Promise<MessageReport> => {
  const sent = readingsOf(message)
  if ('fault' in sent) return refuseReadings(context, key, sent)
  const { rejected, warnings } = await receive(key, sent.readings, true)
  return rejected.length === 0 && warnings.length === 0 ? null : { rejected, warnings }
}

/** An answer about another office's command, or about none, is only counted: nobody could act on it. */
const takeAnswer = async ({ db, clock }: TakingContext, key: Sender, message: unknown): Promise<MessageReport> => {
  const answer = DownlinkAnswer.safeParse(foldKeys(DownlinkAnswer, message))
  if (!answer.success) return refuse({ fault: '返事：id に指示の番号、state に acknowledged か failed を入れてください。' })
  // A trial key answers for no real device.
  if (key.isTrial === true) return null
  if ((await settle(db, key, answer.data, clock())) === 'unknown') dropped.inc({ reason: 'unknownCommand' })
  return null
}

/** Takes messages of one process. */
export type TakeMessage = (
  key: Sender,
  use: (Address | UplinkAddress)['use'],
  payload: Buffer,
  found?: FoundUplink,
) => Promise<MessageReport>

const sentBy = (message: unknown): SentUplink => ({ type: 'chirpstack', message, waits: true })

/** What an application's message is for; undefined where it cannot be read. */
export const findUplinkIn = async (pool: Context['pool'], key: Sender, payload: Buffer): Promise<FoundUplink | undefined> => {
  const parsed = parse(payload)
  return 'fault' in parsed ? undefined : findUplink(pool, key, sentBy(parsed.message))
}

/**
 * Stores one message. Returns when it may be acknowledged: it is stored, or it is malformed and would fail every time.
 * @throws any other failure, so that the message is not acknowledged.
 */
export const messageTaker =
  (context: TakingContext, receive: Receive): TakeMessage =>
  async (key, use, payload, found) => {
    const parsed = parse(payload)
    if ('fault' in parsed) return use === 'downlink-ack' ? refuse(parsed) : refuseReadings(context, key, parsed)
    switch (use) {
      case 'readings':
        return takeReadings(context, receive, key, parsed.message)
      case 'downlink-ack':
        return takeAnswer(context, key, parsed.message)
      case 'uplink':
        // Nobody reads a report behind a network server: the connection shows with each DevEUI what was refused last.
        await receiveUplink(context, receive, key, sentBy(parsed.message), found)
        return null
      default:
        return use satisfies never
    }
  }
