import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { admins } from './role.ts'
import { Day, Instant, listOf, Nothing, wireFlag, wireInteger } from './wire.ts'

/** What a site's gateways sign in with. The secret is shown once, when the key is made. */
export const IngestKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  /** The last day in Japan that it is good for; null where it has no end. */
  endsOn: Day.nullable(),
  /** What comes with it is answered as if it were taken, and neither judged nor stored. */
  trial: z.boolean(),
})
export type IngestKeyRow = z.infer<typeof IngestKeyRow>

const ofSite = z.object({ id: wireInteger(1) })
const ofKey = z.object({ id: wireInteger(1), keyId: z.string().min(1).max(100) })
const path = '/api/Office/:id/IngestKey'

/** The last day that a key is good for; null for one without an end. */
const endsOn = Day.nullable()

export const IngestKeyDraft = z.object({ name: requiredText(100), endsOn: endsOn.default(null), trial: wireFlag.default(false) })
export const IngestKeyEnd = z.object({ endsOn })

/** A new key with its secret, this once, and where it sends to. */
export const MadeIngestKey = z.object({
  id: z.string(),
  secret: z.string(),
  name: z.string(),
  /** Where it may publish: `host` null where the broker is this server; null where there is no broker. */
  mqtt: z
    .object({
      host: z.string().nullable(),
      port: z.number().int(),
      tls: z.boolean(),
      /** The broker checks passwords by a list of its own, in which each key needs its entry. */
      hasOwnPasswords: z.boolean(),
    })
    .nullable(),
  /** A broker outside collects what it publishes; until then the broker would throw that away. */
  isCollected: z.boolean(),
})

/** So many days before a key ends, its administrators get a mail and the console marks the key. */
export const keyEndNoticeDays = 30

export const ingestKey = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '拠点の受信キー。使えるものが先、秘密は含まない。',
    params: ofSite,
    answer: listOf(IngestKeyRow),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    summary: '受信キーを作る。秘密はこの答えにだけある。',
    params: ofSite,
    body: IngestKeyDraft,
    answer: MadeIngestKey,
  }),
  changeEnd: endpoint({
    method: 'PUT',
    path: `${path}/:keyId`,
    permission: admins,
    summary: '受信キーの期限を変える。期限のないキーは null。',
    params: ofKey,
    body: IngestKeyEnd,
    answer: Nothing,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:keyId`,
    permission: admins,
    summary: '受信キーを止める。すぐに使えなくなる。',
    params: ofKey,
    answer: Nothing,
  }),
}
