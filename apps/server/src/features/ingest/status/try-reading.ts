import { type BodyOf, type DeviceAlarm, type IngestTrial, type ingestStatus, readingNumbers } from '@mimamori/contract'
import { itemAt } from '@mimamori/contract/typed-lists'
import { type AlarmKind, estimatedWbgt, validHeartRate } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Context, Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { refuseArchived } from '../../../shared/organisation/archived-offices.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { findSite } from '../../../shared/organisation/request-site.ts'
import { personColumns, withinScope } from '../../../shared/organisation/scope.ts'
import { decode, notRegistered, type Rejected, tooOld, type Unread } from '../decode.ts'
import { foresee } from '../dry-run/dry-run.ts'
import type { DecodedReading } from '../reading.ts'
import { fieldsOf } from '../reading-fields.ts'
import { valueIn } from './refused.ts'

type Values = IngestTrial['values']

/** The alarm of a reading, as its sender names it. */
const alarmOf = ({ alarm }: DecodedReading): DeviceAlarm | null => (alarm === null || alarm === 'none' ? null : deviceAlarmOf[alarm])

const readOf = (reading: DecodedReading, field: string): Values[number]['value'] => {
  const { intervalMinutes, heartRate, ...rest } = reading
  if (field === 'interval') return intervalMinutes
  if (field === 'alarm') return alarmOf(reading)
  if (field === 'heartRate') return validHeartRate(heartRate)
  return Object.entries(rest).find(([name]) => name === field)?.[1] ?? null
}

const unitOf = (field: string): string | null => {
  const rule = Object.entries(readingNumbers).find(([name]) => name === field)?.[1]
  return rule !== undefined && 'unit' in rule ? rule.unit : null
}

/** What the sent fields of a reading were read as, apart from those by which it is known. */
const valuesOf = (sent: object, reading: DecodedReading): Values => {
  const given = new Set(Object.entries(sent).flatMap(([key, value]) => (value === null ? [] : [key.toLowerCase()])))
  return [...fieldsOf[reading.kind]]
    .filter((field) => given.has(field.toLowerCase()) && !['kind', 'device', 'at'].includes(field))
    .map((field) => ({ field, value: readOf(reading, field), unit: unitOf(field) }))
}

const deviceAlarmOf: Record<AlarmKind, DeviceAlarm> = { fall: 'fall', noMotion: 'noMotion', deviceHeat: 'heat', help: 'help' }

type DeviceRow = Omit<NonNullable<IngestTrial['device']>, 'isElsewhere'>

const findDevice = async (db: Db, { companyId, officeId }: OfficeKey, deviceId: number): Promise<IngestTrial['device']> => {
  const { rows } = await sql<DeviceRow>`
    select d.kind, d.serial as "serialNumber", d.location_name as "deviceName", d.office_id as "officeId", o.name as "officeName"
      from device d join office o on o.company_id = ${companyId} and o.office_id = d.office_id
     where d.company_id = ${companyId} and d.device_id = ${deviceId}`.execute(db)
  const [device] = rows
  return device === undefined ? null : { ...device, isElsewhere: device.officeId !== officeId }
}

/** Whether somebody wore a device at a time (epoch ms), and who, where the actor may see them. */
const findWearer = async (
  db: Db,
  actor: Actor,
  companyId: number,
  deviceId: number,
  at: number,
): Promise<Pick<IngestTrial, 'isWorn' | 'wearer'>> => {
  const moment = new Date(at)
  const { rows } = await sql<NonNullable<IngestTrial['wearer']> & { isVisible: boolean }>`
    select u.user_id as "userId", u.full_name as "fullName", u.deleted_at is null and ${withinScope(actor, personColumns)} as "isVisible"
      from wear w join app_user u on u.company_id = ${companyId} and u.user_id = w.user_id
     where w.company_id = ${companyId} and w.device_id = ${deviceId} and w.worn_from <= ${moment} and (w.worn_to is null or w.worn_to > ${moment})`.execute(
    db,
  )
  const [wearer] = rows
  if (wearer === undefined) return { isWorn: false, wearer: null }
  const { isVisible, ...person } = wearer
  return { isWorn: true, wearer: isVisible ? person : null }
}

/** The gateway that a reading names and that is not registered at its site; null where it is, or where it names none. */
const findUnknownGateway = async (db: Db, { companyId, officeId }: OfficeKey, gateway: string | null): Promise<string | null> => {
  if (gateway === null) return null
  const { rows } = await sql`
    select from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = 'gateway' and d.serial = ${gateway}`.execute(db)
  return rows.length > 0 ? null : gateway
}

/** The reading itself, where somebody sends the whole message with one. */
const oneOf = (sent: unknown): unknown => {
  const readings = typeof sent === 'object' && sent !== null && 'readings' in sent ? sent.readings : undefined
  const [only, ...more] = Array.isArray(readings) ? (readings as unknown[]) : []
  return only === undefined || more.length > 0 ? sent : only
}

const nothingFound = { device: null, isWorn: false, wearer: null, at: null, clockErrorSeconds: 0 }
const nothingRead = { values: [], call: false, alarm: null, estimatedWbgt: null, unknownGateway: null }

/**
 * What would become of one reading if a gateway of the site sent it now (試しに1件送る). Nothing of it is kept.
 * @throws Refusal 404 where the site is not the actor's, 403 where it is archived; ComeAgain where too many try at once
 */
export const tryReading = async (context: Context, actor: Actor, given: BodyOf<typeof ingestStatus.trial>): Promise<IngestTrial> => {
  const { db, clock } = context
  const site = await findSite(db, actor, given.officeId)
  await refuseArchived(db, site)
  const { companyId, officeId } = site
  const sent = oneOf(given.reading)
  const unread: Unread[] = []
  const decoded = decode(sent, unread)
  const warnings = unread.map(({ field, hint }) => ({ field, hint }))
  const refused = ({ reason, field }: Rejected) => ({ outcome: 'refused', reason, field, value: valueIn(sent, field), warnings }) as const
  if ('reason' in decoded) return { ...refused(decoded), ...nothingRead, ...nothingFound }
  const read = {
    values: valuesOf(Object(sent), decoded),
    call: decoded.call,
    alarm: alarmOf(decoded),
    estimatedWbgt: decoded.kind === 'heat' && decoded.wbgt === null ? estimatedWbgt(decoded) : null,
    unknownGateway: await findUnknownGateway(db, site, decoded.gateway),
  }
  const received = { ...decoded, companyId, officeId, receivedAt: clock().getTime(), index: 0 }
  const { outcome, deviceId, at, clockErrorMs } = itemAt(await foresee(context, companyId, [received]), 0)
  if (deviceId === null) return { ...refused(notRegistered), ...read, ...nothingFound }
  const device = await findDevice(db, site, deviceId)
  const clockErrorSeconds = Math.round(clockErrorMs / 1_000)
  if (outcome === 'tooOld' || at === null) return { ...refused(tooOld), ...read, ...nothingFound, device, clockErrorSeconds }
  return {
    outcome: outcome === 'duplicate' ? 'duplicate' : 'accepted',
    reason: null,
    field: null,
    value: null,
    ...read,
    warnings,
    device,
    ...(await findWearer(db, actor, companyId, deviceId, at)),
    at: toJapanIso(new Date(at)),
    clockErrorSeconds,
  }
}
