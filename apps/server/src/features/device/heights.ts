import { labels, message, type TerminalHeight } from '@mimamori/contract'
import { altitudeCm, altitudeUncertaintyCm, rawAltitudeCm } from '@mimamori/heat'
import { sql } from 'kysely'
import { zeroedSince } from '../../shared/monitoring/belts/zeroed-since.ts'
import { announce } from '../../shared/announcements/announce.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'
import { barometers } from './barometer.ts'
import { endEpisodes } from '../alerts/episodes/end.ts'
import { recordAction } from './change.ts'
import { findSerial, type MatchedDevice, plainSerial, type SerialQuery } from '../../shared/organisation/find-serial.ts'
import type { DeviceKey, OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { lockDevice } from './lock-device.ts'

const minuteMs = 60_000
// Both values must be as fresh as the judge wants the barometer's (decisions/0004).
const freshMs = 15 * minuteMs
// Of the barometer's values the one counts that a reading of the terminal is judged by.
const clockTolerance = '60 seconds'

type Terminal = {
  readonly device_id: number
  readonly serial: string
  readonly login_id: string | null
  readonly full_name: string | null
  readonly altitude_offset_cm: number
  readonly altitude_zeroed_at: Date | null
  readonly at: Date | null
  readonly pressure: number | null
  readonly reference_at: Date | null
  readonly reference_pressure: number | null
  readonly temperature: number | null
}

/** The terminals of a barometer with the fresh pressures of both, by serial. */
const findTerminals = async (db: Db, { companyId, deviceId: barometerId }: DeviceKey, now: Date): Promise<Terminal[]> => {
  const from = new Date(now.getTime() - freshMs)
  const to = new Date(now.getTime() + minuteMs)
  const { rows } = await sql<Terminal>`
    select d.device_id, d.serial, u.login_id, u.full_name, d.altitude_offset_cm, d.altitude_zeroed_at, own.at, own.pressure,
           reference.at as reference_at, reference.pressure as reference_pressure, reference.temperature
      from device d
      left join wear w on w.company_id = ${companyId} and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = ${companyId} and u.user_id = w.user_id and u.deleted_at is null
      left join lateral (
        select r.at, r.pressure from reading r
         where r.company_id = ${companyId} and r.device_id = d.device_id and r.at >= ${from} and r.at <= ${to} and r.pressure is not null
         order by r.at desc limit 1) own on true
      left join lateral (
        select r.at, r.pressure, r.temperature from reading r
         where r.company_id = ${companyId} and r.device_id = ${barometerId} and r.at >= ${from} and r.at <= ${to}
           and r.at <= own.at + ${clockTolerance}::interval and r.pressure is not null
         order by r.at desc limit 1) reference on true
     where d.company_id = ${companyId} and d.linked_device_id = ${barometerId} and d.kind = 'belt'
     order by d.serial`.execute(db)
  return rows
}

const referenceOf = ({ reference_at: at, reference_pressure: pressurePa, temperature }: Terminal) =>
  at === null || pressurePa === null ? null : { at: at.getTime(), pressurePa, temperatureCelsius: temperature }

/** Since when a zeroing holds at an office. */
const holdsSince = async (db: Db, { companyId, officeId }: OfficeKey, now: Date): Promise<number> => {
  const { rows } = await sql<{ since: Date }>`
    select ${zeroedSince(now)} as since from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  return (rows[0]?.since ?? now).getTime()
}

const tenths = (cm: number) => Math.round(cm * 10) / 10

const toHeight = (terminal: Terminal, holdsFrom: number): TerminalHeight => {
  const { at, pressure, altitude_offset_cm: offset, altitude_zeroed_at: zeroedAt } = terminal
  const altitude =
    at === null || pressure === null ? null : altitudeCm({ at: at.getTime(), pressurePa: pressure }, referenceOf(terminal), offset)
  return {
    serialNumber: terminal.serial,
    userName: terminal.login_id,
    fullName: terminal.full_name,
    altitude: altitude === null ? null : tenths(altitude),
    measuredAt: toJapanIsoOrNull(at),
    offset: tenths(offset),
    zeroedAt: toJapanIsoOrNull(zeroedAt),
    accuracy: altitudeUncertaintyCm(zeroedAt !== null && zeroedAt.getTime() >= holdsFrom),
  }
}

type Heights = { data: TerminalHeight[]; count: number }

const heightsOf = async (db: Db, barometer: MatchedDevice, now: Date): Promise<Heights> => {
  const since = await holdsSince(db, barometer, now)
  const data = (await findTerminals(db, barometer, now)).map((terminal) => toHeight(terminal, since))
  return { data, count: data.length }
}

/** How high the terminals of a barometer are above it. @throws as `findSerial` */
export const findHeights = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, actor: Actor, wanted: SerialQuery): Promise<Heights> =>
  heightsOf(db, await findSerial(db, actor, barometers, wanted), clock())

/** The offset by which a terminal is at zero now, cm; undefined where one of the two pressures is missing. */
const offsetOf = (terminal: Terminal): number | undefined => {
  const reference = referenceOf(terminal)
  if (terminal.pressure === null || reference === null) return undefined
  return rawAltitudeCm(reference, terminal.pressure) ?? undefined
}

const zero = async (
  db: Db,
  companyId: number,
  { device_id: deviceId, altitude_offset_cm: before }: Terminal,
  offset: number,
  now: Date,
): Promise<void> => {
  await sql`
    update device d set altitude_offset_cm = ${offset}, altitude_zeroed_at = ${now}, version = d.version + 1
     where d.company_id = ${companyId} and d.device_id = ${deviceId}`.execute(db)
  // What was measured last is shown by the new offset too, without waiting for the next reading.
  await sql`
    update device_state s set altitude_cm = s.altitude_cm + ${before} - ${offset}, changed_at = now()
     where s.company_id = ${companyId} and s.device_id = ${deviceId}`.execute(db)
}

/** Where a barometer lies when heights are zeroed by it, is its place from now on. */
const settleBarometer = async (db: Db, { companyId, deviceId }: DeviceKey, now: Date): Promise<void> => {
  await sql`update device d set altitude_zeroed_at = ${now} where d.company_id = ${companyId} and d.device_id = ${deviceId}`.execute(db)
  await endEpisodes(db, companyId, sql`a.kind = 'barometerMoved' and a.device_id = ${deviceId}`, 'recovered', now)
}

/**
 * Makes the present height of terminals that lie beside their barometer zero.
 * @throws Refusal 404 or 400 as `findSerial`; 400 where one is not linked to it, or where either has not been heard for 15
 * minutes
 */
export const zeroHeights = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  wanted: SerialQuery,
  serials: readonly string[],
): Promise<Heights> =>
  db.transaction().execute(async (trx) => {
    const now = clock()
    const found = await findSerial(trx, requester.actor, barometers, wanted)
    const office = await lockOffice(trx, requester.actor, found.officeId)
    await lockDevice(trx, found)
    const terminals = await findTerminals(trx, found, now)
    const chosen = terminals.filter(({ serial }) => serials.includes(serial))
    const field = labels.barometer.deviceIDs
    if (serials.length === 0) throw badRequest(`${field}：この項目は必須です。`)
    const unknown = serials.filter((serial) => !terminals.some((terminal) => terminal.serial === serial))
    if (unknown.length > 0) throw badRequest(message('terminalNotTied', { serials: unknown.join('、') }))
    const heard = chosen.map((terminal) => ({ terminal, offset: offsetOf(terminal) }))
    const silent = heard.filter(({ offset }) => offset === undefined).map(({ terminal }) => terminal.serial)
    if (silent.length > 0) throw badRequest(message('heightUnknown', { serials: silent.join('、') }))
    for (const { terminal, offset } of heard) if (offset !== undefined) await zero(trx, office.companyId, terminal, offset, now)
    await settleBarometer(trx, found, now)
    const offsets = (value: (item: (typeof heard)[number]) => number) =>
      Object.fromEntries(heard.map((item) => [item.terminal.serial, tenths(value(item))]))
    await recordAction(trx, requester, now, barometers, office, plainSerial(wanted.serial), {
      action: 'zeroHeights',
      before: { offset: offsets(({ terminal }) => terminal.altitude_offset_cm) },
      after: { offset: offsets(({ offset }) => offset ?? 0) },
    })
    await announce(trx, { ...office, deviceIds: [found.deviceId, ...chosen.map(({ device_id }) => device_id)] })
    return heightsOf(trx, found, now)
  })
