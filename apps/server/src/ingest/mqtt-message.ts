import { maxIngestBytes, maxReadings } from '@mimamori/contract'
import { Counter } from 'prom-client'
import type { IngestKey } from '../platform/ingest-key.ts'
import type { Receive } from './receive.ts'

/** `mimamori/v1/<key id>/readings` */
export const keyIdOfTopic = (topic: string): string | undefined => /^mimamori\/v1\/([^/]+)\/readings$/.exec(topic)?.[1]

export const rejectedTopic = (keyId: string): string => `mimamori/v1/${keyId}/rejected`

export const dropped = new Counter({ name: 'mimamori_mqtt_dropped_total', help: 'MQTT messages dropped, by reason', labelNames: ['reason'] as const })

type Reading = { readonly readings: readonly unknown[] } | { readonly fault: string }

const parse = (payload: Buffer): Reading => {
  if (payload.length > maxIngestBytes) return { fault: '送られた内容が大きすぎます。' }
  let message: unknown
  try {
    message = JSON.parse(payload.toString('utf8'))
  } catch {
    return { fault: '送られた内容を読み取れません。JSONの書き方を確認してください。' }
  }
  const readings = (message as { readings?: unknown } | null)?.readings
  if (!Array.isArray(readings) || readings.length === 0) return { fault: '測定値：readings に1件以上の配列を入れてください。' }
  if (readings.length > maxReadings) return { fault: `測定値：${maxReadings}件以内にしてください。` }
  return { readings }
}

/** What a message came to: a report for its sender where something was not taken. */
export type MessageReport = { readonly fault: string } | { readonly rejected: readonly { index: number; reason: string }[] } | null

/**
 * Takes one message. Returns when it may be acknowledged: its readings are stored, or it is malformed and would come
 * back for ever.
 * @throws what is neither, so that the message is not acknowledged.
 */
export const takeMessage = async (receive: Receive, key: IngestKey, payload: Buffer): Promise<MessageReport> => {
  const message = parse(payload)
  if ('fault' in message) {
    dropped.inc({ reason: 'malformed' })
    return message
  }
  const { rejected } = await receive(key, message.readings)
  return rejected.length === 0 ? null : { rejected }
}
