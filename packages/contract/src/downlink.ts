import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Instant, listOf, listQuery, Nothing, wireInteger } from './wire.ts'

/** The state of a command: waiting, handed out, done, refused by the device, given up, or replaced by a newer one. */
export const downlinkStates = ['pending', 'sent', 'acknowledged', 'failed', 'expired', 'superseded'] as const
export type DownlinkState = (typeof downlinkStates)[number]

export const downlinkStateNames: Record<DownlinkState, string> = {
  pending: '送信待ち',
  sent: '送信済み',
  acknowledged: '反映済み',
  failed: '失敗',
  expired: '期限切れ',
  superseded: '取り替え',
}

/** What changed, by the setting's own field names; beside it what is to be done once. */
const Payload = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** A command to a device. `device` is its serial. */
export const Downlink = z.object({
  id: z.number().int(),
  device: z.string(),
  kind: z.enum(['belt', 'barometer']),
  payload: Payload,
  state: z.enum(downlinkStates),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  sentAt: Instant.nullable(),
  ackedAt: Instant.nullable(),
  error: z.string().nullable(),
  /** It was given up while its device was away: the setting goes out again by itself once the device is heard. */
  renews: z.boolean(),
})
export type Downlink = z.infer<typeof Downlink>

/** What a device is given, over MQTT as over HTTP. */
export const DownlinkMessage = z.object({
  id: z.number().int(),
  device: z.string(),
  kind: z.enum(['belt', 'barometer']),
  at: Instant,
  payload: Payload,
})
export type DownlinkMessage = z.infer<typeof DownlinkMessage>

/** What a device answers over HTTP, where the path names the command. A refusal is `failed`, with its reason for people to read. */
export const DownlinkAck = z.object({
  state: z.enum(['acknowledged', 'failed']),
  error: z
    .string()
    .nullish()
    .transform((text) => text?.slice(0, 1_000) ?? null),
})

/** What a device answers over MQTT, on `mimamori/v1/<key id>/downlink-ack`. */
export const DownlinkAnswer = DownlinkAck.extend({ id: wireInteger(1, Number.MAX_SAFE_INTEGER) })
export type DownlinkAnswer = z.infer<typeof DownlinkAnswer>

export const downlink = {
  list: endpoint({
    method: 'GET',
    path: '/api/Downlink',
    permission: admins,
    summary: '機器に送った設定。新しいものが先。',
    query: z.object({
      ...listQuery,
      device: z.string().optional(),
      officeId: wireInteger(1).optional(),
      kind: z.enum(['belt', 'barometer']).optional(),
    }),
    answer: listOf(Downlink),
  }),
  take: endpoint({
    method: 'GET',
    path: '/api/ingest/downlink',
    permission: 'ingestKey',
    summary:
      'MQTTのない拠点の機器が、自分たちへの設定を受け取る。まだ渡していないもの、after より後のもの、返事のないまま時間がたったものを、古い順に。',
    query: z.object({ after: wireInteger(0, Number.MAX_SAFE_INTEGER).default(0), limit: wireInteger(1, 1_000).default(100) }),
    answer: listOf(DownlinkMessage),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/ingest/downlink/:id',
    permission: 'ingestKey',
    summary: '機器が設定の結果を返す。同じ返事は何度でもよい。',
    params: z.object({ id: wireInteger(1, Number.MAX_SAFE_INTEGER) }),
    body: DownlinkAck,
    answer: Nothing,
  }),
}
