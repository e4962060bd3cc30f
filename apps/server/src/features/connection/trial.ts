import {
  type AnswerOf,
  type BodyOf,
  type connection,
  type ConnectionTrialResult,
  keptMessageDays,
  type MappedField,
  type Mapping,
  plausibleValues,
} from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { ForeseeReading } from '../../shared/uplinks/foresee-reading.ts'
import { hiddenMark, withoutHidden } from '../../shared/uplinks/hidden-values.ts'
import type { FieldResult } from '../../shared/uplinks/map-uplink.ts'
import { leavesOf } from '../../shared/uplinks/message-path.ts'
import { readNetworkMessage } from '../../shared/uplinks/network-message.ts'
import { readUplink } from '../../shared/uplinks/uplink-reading.ts'
import { findUplinkTarget } from '../../shared/uplinks/uplink-target.ts'
import { type ConnectionKey, findStored } from './store.ts'

const mostUnread = 200

type Kept = { readonly message: unknown; readonly heard_at: Date }

/** The last message kept of a connection, or of one of its DevEUIs. */
const lastMessage = async (
  db: Db,
  { companyId, connectionId }: ConnectionKey,
  devEui: string | undefined,
  now: Date,
): Promise<Kept | undefined> => {
  const since = new Date(now.getTime() - keptMessageDays * dayMs)
  const { rows } = await sql<Kept>`
    select m.message, m.heard_at from connection_message m
     where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.message is not null and m.heard_at > ${since}
       ${devEui === undefined ? sql`` : sql`and m.dev_eui = ${devEui}`}
     order by m.heard_at desc, m.dev_eui limit 1`.execute(db)
  return rows[0]
}

const isSingle = (value: unknown): value is string | number | boolean => value !== null && value !== undefined && typeof value !== 'object'

const isImplausible = (field: MappedField, value: unknown): boolean => {
  const range = plausibleValues[field]
  return range !== undefined && typeof value === 'number' && (value < range.min || value > range.max)
}

const asField = ({ entry, given, result, fault }: FieldResult): ConnectionTrialResult['fields'][number] => {
  const isHidden = given === hiddenMark
  return {
    from: entry.from,
    to: entry.to,
    value: isHidden || !isSingle(given) ? null : given,
    isAbsent: given === undefined,
    isHidden,
    result: isHidden || result === undefined || result === '' ? null : result,
    fault: isHidden ? null : fault,
    isImplausible: !isHidden && fault === null && isImplausible(entry.to, result),
  }
}

const untried: Omit<ConnectionTrialResult, 'message' | 'keptAt' | 'outcome' | 'reason'> = {
  devEui: null,
  name: null,
  kind: null,
  serialNumber: null,
  at: null,
  isNetworkTime: true,
  fields: [],
  unread: [],
  reading: null,
  field: null,
  judgesHeat: null,
}

/** Paths that nothing reads, those of the decoded payload as a mapping would name them. */
const unreadOf = (decoded: unknown, mapping: Mapping): string[] => {
  const read = new Set(mapping.flatMap(({ from }) => [from, from.replace(/^(object|uplink_message\.decoded_payload)\./, '')]))
  return leavesOf(decoded, mostUnread).flatMap(([path]) => (read.has(path) ? [] : [path]))
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/**
 * What would become of a message: the one that is given, else the last one kept. Nothing is stored.
 * @throws Refusal 404 where the actor sees no such connection
 */
export const tryMessage = async (
  { db, pool, clock }: Context,
  foreseeReading: ForeseeReading,
  actor: Actor,
  connectionId: string,
  body: BodyOf<typeof connection.trial>,
): Promise<AnswerOf<typeof connection.trial>> => {
  const { key, connection: found, mapping: saved } = await findStored({ db, clock }, actor, connectionId)
  const now = clock()
  const kept = body.message === undefined ? await lastMessage(db, key, body.devEui, now) : undefined
  const given: unknown = body.message ?? kept?.message ?? null
  const head = { message: given, keptAt: toJapanIsoOrNull(kept?.heard_at ?? null) }
  if (given === null) return { ...untried, ...head, outcome: 'left', reason: 'まだ何も届いていません。' }
  const uplink = readNetworkMessage(found.type, given)
  if ('left' in uplink) return { ...untried, ...head, outcome: 'left', reason: uplink.left }
  if ('reason' in uplink) return { ...untried, ...head, outcome: 'rejected', reason: uplink.reason }
  const target = await findUplinkTarget(pool, { companyId: key.companyId, keyId: connectionId }, uplink.devEui)
  const mapping = body.mapping ?? target?.mapping ?? saved
  const device = target?.device ?? null
  const kind = device?.kind ?? body.kind ?? null
  const tried = device ?? (kind === null ? null : { kind, serial: '' })
  // The mapping may have changed since the message was kept, and with it what is a vital value or a place.
  const message = kept === undefined ? given : withoutHidden(given, { mapping: [...mapping, ...saved], kind: device?.kind ?? null })
  const { reading, fields, isNetworkTime, refusal } = readUplink(uplink, tried, mapping, now.toISOString())
  const shown = Object.fromEntries(Object.entries(reading).map(([name, value]) => [name, value === hiddenMark ? null : value]))
  const foreseen = await foreseeReading({ companyId: key.companyId, officeId: found.officeId }, shown, device !== null)
  const { reason, field } = refusal ?? foreseen.refusal ?? { reason: null, field: null }
  return {
    ...head,
    message,
    devEui: uplink.devEui,
    name: uplink.name,
    kind,
    serialNumber: device?.serial ?? null,
    at: isInstant(reading['at']) ? toJapanIso(new Date(reading['at'])) : null,
    isNetworkTime,
    fields: fields.map(asField),
    unread: unreadOf(uplink.decoded, mapping),
    reading: shown,
    outcome: reason === null && device !== null ? 'accepted' : 'rejected',
    reason,
    field,
    judgesHeat: fields.some(({ result }) => result !== undefined) ? foreseen.judgesHeat : null,
  }
}
