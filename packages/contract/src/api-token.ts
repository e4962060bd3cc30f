import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { type KeyReadResult, keyReadResults, readScopes } from './read-scope.ts'
import { Day, Instant, listOf, listQuery, Nothing, unlessEmpty, wireInteger } from './wire.ts'

/** So many days before a read key ends, the administrators of its company get a mail and the console marks it. */
export const readKeyNoticeDays = 7

/** So many days a read key is good for where nobody says otherwise. */
export const readKeyDays = 365

/** So many days each read is listed. */
export const keptKeyReadDays = 30

/** In force, past its last day, stopped by somebody, or none of its sites is left (`noSite`). */
export const apiTokenStates = ['live', 'ended', 'stopped', 'noSite'] as const
export type ApiTokenState = (typeof apiTokenStates)[number]

/** A read key (読み取りのトークン): what a machine reads with. Its secret is in no answer but the one that makes it. */
export const ApiTokenRow = z.object({
  /** Shown beside the name: `rt-8MX3K0Q2AB`. */
  id: z.string(),
  name: z.string(),
  companyId: z.number().int(),
  companyName: z.string(),
  scopes: z.array(z.enum(readScopes)),
  /** Null for all sites of the company, those to come among them. */
  officeIds: z.array(z.number().int()).nullable(),
  /** Those of `officeIds` that there are; empty for all sites of the company. An archived one is read no more. */
  offices: z.array(z.object({ officeId: z.number().int(), officeName: z.string(), isArchived: z.boolean() })),
  /** The sites of the company that are not archived, where the key reads all of them; else null. */
  siteCount: z.number().int().nullable(),
  state: z.enum(apiTokenStates),
  /** The last day in Japan that it is good for. */
  endsOn: Day,
  /** Days left with today, so 1 on its last day; 0 once it is over. */
  daysLeft: z.number().int(),
  createdAt: Instant,
  /** Who made it, by their name then. */
  createdBy: z.string(),
  stoppedAt: Instant.nullable(),
  stoppedBy: z.string().nullable(),
  /** Of the last read that was answered, to a minute; null where none was. What is refused is among the reads alone. */
  lastUsedAt: Instant.nullable(),
  lastAddress: z.string().nullable(),
})
export type ApiTokenRow = z.infer<typeof ApiTokenRow>

export const ApiTokenDraft = z.object({
  companyId: wireInteger(1),
  /** Left out, null or empty: all sites of the company. */
  officeIds: z.array(wireInteger(1)).max(1_000).nullish(),
  name: requiredText(100),
  scopes: z
    .array(z.enum(readScopes))
    .max(readScopes.length)
    .refine((scopes) => scopes.length > 0, { params: { rule: 'readScopes' } }),
  /** Left out, a year from today. */
  endsOn: unlessEmpty(Day),
})
export const ApiTokenEnd = z.object({ endsOn: Day })

/** A new read key with its secret, this once: the whole that follows `Bearer `. */
export const MadeApiToken = ApiTokenRow.extend({ secret: z.string() })

/** As the console names the states. */
export const apiTokenStateNames: Record<ApiTokenState, string> = {
  live: '使えます',
  ended: '期限切れ',
  stopped: '止めました',
  noSite: '読める拠点がありません',
}

/** As the console names what became of a read. */
export const keyReadResultNames: Record<KeyReadResult, string> = {
  given: '渡しました',
  ended: '期限切れのトークン',
  stopped: '止めたトークン',
  noSite: '読める拠点がないトークン',
  scope: '範囲外',
  notFound: '読める拠点にないもの',
  invalid: '依頼の誤り',
  tooMany: '多すぎる読み取り',
  failed: 'サーバーの不調',
}

/** Reads of one key, call, address and result within a minute. */
export const ApiTokenRead = z.object({
  /** When the last of them came. */
  at: Instant,
  tokenId: z.string(),
  tokenName: z.string(),
  method: z.string(),
  /** Of the call, without its query; ids in it as `:id`. */
  path: z.string(),
  address: z.string(),
  /** How many there were. */
  reads: z.number().int(),
  /** Rows that they were answered, all together; null of what is no list. */
  count: z.number().int().nullable(),
  result: z.enum(keyReadResults),
})
export type ApiTokenRead = z.infer<typeof ApiTokenRead>

const makers = ['AdminUnitService', 'AdminUnitContract'] as const
const path = '/api/ApiToken'
const byId = { params: z.object({ id: z.string().min(1).max(100) }) }
const ofCompany = { companyId: wireInteger(1).optional() }

export const apiTokenSortKeys = ['name', 'endsOn', 'createdAt', 'lastUsedAt'] as const

export const apiToken = {
  list: endpoint({
    method: 'GET',
    path,
    permission: makers,
    summary: '読み取りのトークン。使えるものが先、新しいものが先。秘密は含まない。',
    query: z.object({ ...listQuery, ...ofCompany, officeId: wireInteger(1).optional(), state: z.enum(apiTokenStates).optional() }),
    answer: listOf(ApiTokenRow),
  }),
  reads: endpoint({
    method: 'GET',
    path: `${path}/Reads`,
    permission: makers,
    summary: 'トークンでの最近の読み取りと断った読み取り。1分ごとにまとめ、新しい順、30日分のうち新しい10,000行まで。1分遅れることがある。',
    query: z.object({
      ...listQuery,
      ...ofCompany,
      tokenId: z.string().max(100).optional(),
      /** Only what was answered, or only what was refused. */
      result: z.enum(['given', 'refused']).optional(),
    }),
    answer: listOf(ApiTokenRead).extend({
      /** Of the calendar day in Japan, under the same filters. */
      today: z.object({ reads: z.number().int(), refused: z.number().int() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: makers,
    summary:
      '読み取りのトークンを作る。secret はこの答えにだけあり、全体を Authorization: Bearer に添える。endsOn がなければ1年。vitals（心拍と年齢）は会社の契約管理者だけが付けられる。',
    body: ApiTokenDraft,
    answer: MadeApiToken,
  }),
  extend: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    permission: makers,
    summary: '読み取りのトークンの期限を変える。期限の切れたものは、また使えるようになる。',
    ...byId,
    body: ApiTokenEnd,
    answer: ApiTokenRow,
  }),
  stop: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    permission: makers,
    summary: '読み取りのトークンを止める。すぐに使えなくなり、一覧には残る。',
    ...byId,
    answer: Nothing,
  }),
}
