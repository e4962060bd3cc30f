import { createHash } from 'node:crypto'
import type { ChannelKind, ChannelSecrets, ChannelSettings, ChannelType } from '@mimamori/contract'
import { dayMs } from '@mimamori/simulator'
import { sql } from 'kysely'
import { sealSecrets } from '../features/channel/channel-secrets.ts'
import type { Context } from '../platform/context.ts'
import { japanClock, toJapanIso } from '../platform/japan-time.ts'
import type { ChannelMessage } from '../shared/channels/channel-message.ts'
import { channelWords, type ChannelSubject } from '../shared/channels/channel-words.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import { surnameOf } from '../shared/organisation/surname.ts'

type DemoChannel = {
  readonly type: ChannelType
  readonly name: string
  readonly path: string
  readonly level: 1 | 2 | 3 | 4
  readonly kinds: readonly ChannelKind[]
  readonly hours?: readonly [from: string, to: string]
  readonly withNames?: boolean
  readonly settings?: ChannelSettings
  readonly secrets?: ChannelSecrets
}

const usual = ['condition', 'siteHeat', 'belt'] as const

const channels: readonly DemoChannel[] = [
  { type: 'teams', name: '安全管理チャネル', path: '/teams/workflows/manual/paths/invoke/7f2c', level: 2, kinds: usual, withNames: true },
  { type: 'slack', name: '#shinonome-heat', path: '/slack/services/T02/B07/9kd1', level: 3, kinds: usual, hours: ['06:00', '20:00'] },
  { type: 'line', name: '協力会社 連絡', path: '/line', level: 4, kinds: [], settings: { room: 'C4f81' }, secrets: { token: 'demo-line' } },
  {
    type: 'chatwork',
    name: '本社 安全部',
    path: '/chatwork',
    level: 3,
    kinds: usual,
    hours: ['08:00', '18:00'],
    settings: { room: '31415926' },
    secrets: { token: 'demo-chatwork' },
  },
  {
    type: 'sms',
    name: '夜間担当の携帯',
    path: '/sms',
    level: 4,
    kinds: [],
    settings: { preset: 'template', numbers: ['090-0000-0001'], format: 'form', template: 'to={to}&text={text}' },
  },
]

/** The same at each start of the demo, so that one that exists is found again. */
const idOf = ({ companyId, officeId }: OfficeKey, name: string) =>
  createHash('sha256').update(`${companyId}/${officeId}/${name}`).digest('hex').slice(0, 16)

type PastAlert = {
  readonly alert_id: number
  readonly kind: ChannelSubject['kind']
  readonly level: number
  readonly cause: string
  readonly full_name: string | null
  readonly base_name: string
  readonly location_name: string | null
  readonly group_name: string | null
  readonly started_at: Date
}

const days = 7
const mostPast = 40

const findPast = async ({ db }: Pick<Context, 'db'>, { companyId, officeId }: OfficeKey, nowMs: number): Promise<PastAlert[]> => {
  const { rows } = await sql<PastAlert>`
    select a.alert_id, a.kind, coalesce(a.peak_level, 3) as level, a.cause, a.full_name, a.base_name, a.location_name, a.group_name, a.started_at
      from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and not a.drill and not a.withdrawn
       and a.kind in ('condition', 'emergency', 'siteHeat', 'belt') and coalesce(a.peak_level, 3) >= 2
       and a.started_at > ${new Date(nowMs - days * dayMs)} and a.started_at < ${new Date(nowMs)}
     order by a.started_at desc, a.alert_id desc limit ${mostPast}`.execute(db)
  return rows.toReversed()
}

const messageOf = (alert: PastAlert, withNames: boolean): ChannelMessage => {
  const { kind, level, cause, full_name, base_name, location_name, group_name, started_at } = alert
  const emergency = kind === 'emergency'
  return {
    form: 'message',
    language: 'ja',
    kind,
    occasion: 'opened',
    ...channelWords({ kind, occasion: 'opened', level, cause, minutes: 2 }, 'ja'),
    level,
    emergency,
    drill: false,
    test: false,
    person: withNames && full_name !== null ? surnameOf(full_name) : null,
    site: base_name,
    place: [[base_name, location_name].filter((part) => part !== null).join(' '), ...(group_name === null ? [] : [group_name])].join('・'),
    at: toJapanIso(started_at),
    clock: japanClock(started_at),
    url: null,
  }
}

/** What a channel was sent of the past, as the job would have noted it; every eleventh at the second attempt. */
const deliveriesOf = (channel: DemoChannel, channelId: string, past: readonly PastAlert[]) =>
  past
    .filter(({ kind, level }) => kind === 'emergency' || (level >= channel.level && channel.kinds.length > 0))
    .map((alert, index) => {
      const isRefused = channel.type === 'chatwork'
      const isLate = !isRefused && index % 11 === 5
      const durationMs = 600 + ((alert.alert_id * 37) % 400)
      const endedAt = new Date(alert.started_at.getTime() + durationMs + (isLate ? 12_000 : 0)).toISOString()
      return {
        channel_id: channelId,
        alert_id: alert.alert_id,
        created_at: alert.started_at.toISOString(),
        level: alert.level,
        urgent: alert.kind === 'emergency',
        message: messageOf(alert, channel.withNames ?? false),
        attempts: isLate ? 2 : 1,
        sent_at: isRefused ? null : endedAt,
        failed_at: isRefused ? endedAt : null,
        status: isRefused ? 401 : 200,
        answer: isRefused ? '{"errors":["Invalid API token"]}' : null,
        error: isRefused ? 'unauthorized' : null,
        duration_ms: durationMs,
      }
    })

const storeDeliveries = async ({ db }: Pick<Context, 'db'>, site: OfficeKey, rows: ReturnType<typeof deliveriesOf>): Promise<void> => {
  await sql`
    insert into channel_delivery (company_id, office_id, channel_id, alert_id, created_at, next_try_at, occasion, level, urgent, message, attempts,
                                  sent_at, failed_at, status, answer, error, duration_ms)
    select ${site.companyId}::int, ${site.officeId}::int, x.channel_id, x.alert_id, x.created_at, x.created_at, 'opened', x.level, x.urgent,
           x.message, x.attempts, x.sent_at, x.failed_at, x.status, x.answer, x.error, x.duration_ms
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as x (channel_id text, alert_id int, created_at timestamptz, level smallint, urgent boolean, message jsonb, attempts smallint,
                 sent_at timestamptz, failed_at timestamptz, status smallint, answer text, error text, duration_ms int)
     order by x.created_at`.execute(db)
}

/** Sets up a site's channels, which lead to services of the demo's own, with what they were sent within the last week. */
export const playChannels = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  site: OfficeKey,
  { host, nowMs }: { readonly host: string; readonly nowMs: number },
): Promise<void> => {
  const past = await findPast({ db }, site, nowMs)
  for (const channel of channels) {
    const channelId = idOf(site, channel.name)
    const { type, name, path, level, kinds, hours, withNames = false, settings = {}, secrets = {} } = channel
    // The services have another port at each start.
    const sealed = sealSecrets(config, { companyId: site.companyId, channelId }, { url: `http://${host}${path}`, secrets })
    const failing =
      type === 'chatwork'
        ? { failures: 3, failing_since: new Date(nowMs - 11 * 60_000), failure: 'unauthorized', failure_told_at: new Date(nowMs) }
        : {}
    const { numInsertedOrUpdatedRows: made } = await db
      .insertInto('notification_channel')
      .values({
        company_id: site.companyId,
        office_id: site.officeId,
        channel_id: channelId,
        type,
        name,
        level,
        kinds: [...kinds],
        hours_from: hours?.[0] ?? null,
        hours_to: hours?.[1] ?? null,
        with_names: withNames,
        settings: JSON.stringify(settings),
        created_at: new Date(nowMs - 30 * dayMs),
        ...sealed,
        ...failing,
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'channel_id']).doNothing())
      .executeTakeFirstOrThrow()
    if (made === 1n) await storeDeliveries({ db }, site, deliveriesOf(channel, channelId, past))
    else
      await db
        .updateTable('notification_channel as n')
        .set(sealed)
        .where('n.company_id', '=', site.companyId)
        .where('n.channel_id', '=', channelId)
        .execute()
  }
}
