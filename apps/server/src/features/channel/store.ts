import {
  type ChannelDeliveryState,
  type ChannelFailure,
  channelFailureNames,
  type ChannelLevel,
  ChannelSettings,
  isAmong,
  channelFailures,
  type channelStates,
  type NotificationChannel,
  type notificationChannel,
  type QueryOf,
} from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { ascending, japanese, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { defaultLimit, type PageQuery, readPage } from '../../platform/database/list-page.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { brokenFrom, type ListedChannel } from '../../shared/channels/read-channels.ts'
import { customersOf, type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'

/** A channel and the company it belongs to. */
export type ChannelKey = { readonly companyId: number; readonly channelId: string }

/** Whose channels an actor sees; those of the whole company only its contract-unit administrators and the service's. */
const scope: ScopeColumns = { company: 'n.company_id', office: 'n.office_id', group: null, user: null }

const weekDays = 7

/** SQL: how far a delivery under the alias `d` has got. */
export const stateOf: RawBuilder<ChannelDeliveryState> = sql`
  case when d.is_superseded then 'superseded' when d.failed_at is not null then 'failed' when d.sent_at is not null then 'sent'
       when d.attempts = 0 then 'waiting' else 'retrying' end`

/** Why a delivery failed, in words. */
export const failureInWords = (failure: string | null): string | null =>
  failure === null ? null : isAmong(channelFailures, failure) ? channelFailureNames[failure] : failure

type Row = Pick<
  ListedChannel,
  'channel_id' | 'type' | 'name' | 'office_id' | 'hours_from' | 'hours_to' | 'language' | 'with_names' | 'failures'
> & {
  readonly company_id: number
  readonly company_name: string
  readonly office_name: string | null
  readonly is_enabled: boolean
  readonly masked_url: string | null
  readonly settings: unknown
  readonly secret_names: string[]
  readonly level: ChannelLevel
  readonly kinds: NotificationChannel['kinds']
  readonly failing_since: Date | null
  readonly failure: ChannelFailure | null
  readonly version: number
  readonly sealed_url: Buffer | null
  readonly sealed_secrets: Buffer | null
  readonly last_at: Date | null
  readonly last_state: ChannelDeliveryState | null
  readonly last_status: number | null
  readonly last_error: string | null
  readonly last_answer: string | null
  readonly last_ms: number | null
  readonly week_count: number
  readonly week_failed: number
}

const rowsOf = (actor: Actor, now: Date) => {
  const ofTenant = tenantOf(actor)
  return sql<Row>`
    select n.company_id, n.channel_id, n.office_id, n.type, n.name, n.is_enabled, n.masked_url, n.settings, n.secret_names, n.level, n.kinds,
           n.hours_from, n.hours_to, n.language, n.with_names, n.failures, n.failing_since, n.failure, n.version, n.sealed_url, n.sealed_secrets,
           c.name as company_name, o.name as office_name,
           last.at as last_at, last.state as last_state, last.status as last_status, last.error as last_error, last.answer as last_answer,
           last.duration_ms as last_ms, coalesce(week.count, 0)::int as week_count, coalesce(week.failed, 0)::int as week_failed
      from notification_channel n
      join company c on c.company_id = n.company_id and ${customersOf(actor)}
      left join office o on o.company_id = n.company_id and ${ofTenant('o')} and o.office_id = n.office_id
      left join lateral (
        select coalesce(d.sent_at, d.failed_at, d.created_at) as at, ${stateOf} as state, d.status, d.error, d.answer, d.duration_ms
          from channel_delivery d
         where d.company_id = n.company_id and ${ofTenant('d')} and d.channel_id = n.channel_id
         order by d.created_at desc, d.delivery_id desc limit 1) last on true
      left join lateral (
        select count(*) as count, count(*) filter (where d.failed_at is not null and not d.is_superseded) as failed
          from channel_delivery d
         where d.company_id = n.company_id and ${ofTenant('d')} and d.channel_id = n.channel_id
           and d.created_at > ${new Date(now.getTime() - weekDays * dayMs)}) week on true`
}

const asChannel = (row: Row): NotificationChannel => ({
  id: row.channel_id,
  companyId: row.company_id,
  companyName: row.company_name,
  officeId: row.office_id,
  officeName: row.office_name,
  type: row.type,
  name: row.name,
  isEnabled: row.is_enabled,
  url: row.masked_url,
  settings: ChannelSettings.parse(row.settings),
  secretsSet: row.secret_names,
  level: row.level,
  kinds: row.kinds,
  hours: row.hours_from === null || row.hours_to === null ? null : { from: row.hours_from, to: row.hours_to },
  language: row.language,
  withNames: row.with_names,
  failing:
    row.failing_since === null || row.failures < brokenFrom
      ? null
      : { since: toJapanIso(row.failing_since), failures: row.failures, reason: failureInWords(row.failure) ?? '' },
  last:
    row.last_at === null || row.last_state === null
      ? null
      : {
          at: toJapanIso(row.last_at),
          state: row.last_state,
          status: row.last_status,
          reason: failureInWords(row.last_error),
          detail: row.last_answer,
          durationMs: row.last_ms,
        },
  week: { count: row.week_count, failed: row.week_failed },
  version: row.version,
})

const orders: ListOrders = {
  resource: 'notificationChannel',
  keys: {
    name: japanese('n.name'),
    type: sql.ref('n.type'),
    level: sql.ref('n.level'),
    officeName: japanese('o.name'),
    companyName: japanese('c.name'),
    at: { by: sql.ref('last.at') },
  },
  tieBreaker: ascending(japanese('n.name'), sql.ref('n.channel_id')),
}

const ofState: Readonly<Record<(typeof channelStates)[number], RawBuilder<boolean>>> = {
  working: sql`n.is_enabled and n.failures < ${sql.lit(brokenFrom)}`,
  failing: sql`n.is_enabled and n.failures >= ${sql.lit(brokenFrom)}`,
  off: sql`not n.is_enabled`,
}

type Reading = Pick<Context, 'db' | 'clock'>

/**
 * The channels in scope, by name; of an office also those of its whole company that the actor sees.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findChannels = async (
  { db, clock }: Reading,
  actor: Actor,
  query: PageQuery & Omit<QueryOf<typeof notificationChannel.list>, 'sortKey'>,
): Promise<{ data: NotificationChannel[]; count: number }> => {
  const conditions = [withinScope(actor, scope), customersOf(actor)]
  if (query.companyId !== undefined) conditions.push(sql`n.company_id = ${query.companyId}`)
  if (query.officeId !== undefined)
    conditions.push(sql`
      exists (select from office x where x.company_id = n.company_id and ${tenantOf(actor)('x')} and x.office_id = ${query.officeId}
                 and (n.office_id is null or n.office_id = x.office_id))`)
  if (query.type !== undefined) conditions.push(sql`n.type = ${query.type}`)
  if (query.state !== undefined) conditions.push(ofState[query.state])
  const matches = sql.join(conditions, sql` and `)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<Row>`${rowsOf(actor, clock())} where ${matches} ${tail}`,
    count: sql`select count(*) as count from notification_channel n join company c on c.company_id = n.company_id where ${matches}`,
  })
  return { data: data.map(asChannel), count }
}

/** A channel with what is sealed of it. */
export type StoredChannel = {
  readonly key: ChannelKey
  readonly channel: NotificationChannel
  readonly sealed: Pick<Row, 'sealed_url' | 'sealed_secrets'>
}

/** One channel. @throws Refusal 404 where the actor sees none of this number */
export const findStored = async ({ db, clock }: Reading, actor: Actor, channelId: string): Promise<StoredChannel> => {
  const { rows } = await sql<Row>`
    ${rowsOf(actor, clock())} where n.channel_id = ${channelId} and ${withinScope(actor, scope)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { sealed_url, sealed_secrets } = row
  return {
    key: { companyId: row.company_id, channelId },
    channel: asChannel(row),
    sealed: { sealed_url, sealed_secrets },
  }
}

/** How many channels a company has. */
export const countChannels = async (db: Db, companyId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_channel n where n.company_id = ${companyId}`.execute(db)
  return rows[0]?.count ?? 0
}
