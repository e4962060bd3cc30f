import type { AlertRecord } from '@mimamori/contract'
import { wbgtExcess } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import { findMinutes, minuteItem } from '../../../shared/monitoring/workers/minutes.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { Subject } from './store.ts'

type Window = { readonly from: Date; readonly to: Date }
type Item = AlertRecord['readings'][number]

/** Whose readings show the episode: the person's heart and heat, a belt's hook, a place's heat, or nobody's. */
export const measuredAs = ({ kind, user_id, device_id }: Pick<Subject, 'kind' | 'user_id' | 'device_id'>) => {
  switch (kind) {
    case 'condition':
    case 'emergency':
    case 'fall':
    case 'noMotion':
    case 'deviceHeat':
    case 'help':
    case 'report':
    case 'noHeartRate':
    case 'silent':
      return user_id === null ? 'nothing' : 'person'
    case 'belt':
      return user_id === null && device_id === null ? 'nothing' : 'belt'
    case 'siteHeat':
      return 'heat'
    case 'gatewaySilent':
    case 'deviceSilent':
    case 'siteSilent':
    case 'barometerMoved':
    case 'clock':
    case 'battery':
      return 'nothing'
    default:
      return kind satisfies never
  }
}

const empty = {
  heartRate: null,
  excess: null,
  wbgtValue: null,
  alertLevel: null,
  kept: [],
  clockError: null,
  hook: null,
  altitude: null,
} satisfies Omit<Item, 'time'>

const personReadings = async (db: Db, { company_id, user_id, office_id }: Subject, window: Window): Promise<Item[]> => {
  if (user_id === null) return []
  // What was measured after they went to another office is for that office to see.
  const minutes = await findMinutes(db, { companyId: company_id, userId: user_id }, { ...window, officeId: office_id })
  return minutes.map((row) => ({ ...empty, ...minuteItem(row) }))
}

type BeltMinute = { readonly minute: Date; readonly hook: 0 | 1 | null; readonly altitude_cm: number | null }

const beltReadings = async (db: Db, { company_id, office_id, user_id, device_id }: Subject, { from, to }: Window): Promise<Item[]> => {
  // A deleted belt is known by who wore it.
  const ofBelt = device_id === null ? sql`r.user_id = ${user_id}` : sql`r.device_id = ${device_id}`
  const { rows } = await sql<BeltMinute>`
    select distinct on (minute) date_trunc('minute', r.at) as minute, r.hook, r.altitude_cm
      from reading r
     where r.company_id = ${company_id} and ${ofBelt} and r.office_id = ${office_id} and r.at >= ${from} and r.at < ${to}
       and (r.hook is not null or r.altitude_cm is not null)
     order by minute, r.at desc, r.call desc`.execute(db)
  return rows.map(({ minute, hook, altitude_cm }) => ({
    ...empty,
    time: toJapanIso(minute),
    hook: hook === null ? null : hook === 1 ? '1' : '0',
    altitude: altitude_cm === null ? null : Math.round(altitude_cm) / 100,
  }))
}

type HeatMinute = { readonly minute: Date; readonly wbgt: number }

const heatSource = ({ company_id, device_id, public_station }: Subject, { from, to }: Window): RawBuilder<HeatMinute> =>
  device_id === null
    ? sql`select distinct on (p.at) p.at as minute, p.wbgt from public_wbgt p
           where p.station = ${public_station} and p.kind <> 'forecast' and p.at >= ${from} and p.at < ${to} order by p.at, p.kind desc`
    : sql`select distinct on (minute) date_trunc('minute', r.at) as minute, r.wbgt from reading r
           where r.company_id = ${company_id} and r.device_id = ${device_id} and r.at >= ${from} and r.at < ${to}
             and r.wbgt between -10 and 50 order by minute, r.at desc`

const heatReadings = async (db: Db, subject: Subject, window: Window): Promise<Item[]> => {
  const { rows } = await heatSource(subject, window).execute(db)
  return rows.map(({ minute, wbgt }) => ({
    ...empty,
    time: toJapanIso(minute),
    wbgtValue: wbgt,
    excess: subject.heat_limit === null ? null : wbgtExcess(wbgt, 0, subject.heat_limit),
  }))
}

/** What was measured around an episode, by the minute; nothing of a person who withdrew their consent. */
export const readReadings = async (db: Db, subject: Subject, window: Window): Promise<Item[]> => {
  if (subject.withdrew_consent) return []
  const measured = measuredAs(subject)
  switch (measured) {
    case 'person':
      return personReadings(db, subject, window)
    case 'belt':
      return beltReadings(db, subject, window)
    case 'heat':
      return heatReadings(db, subject, window)
    case 'nothing':
      return []
    default:
      return measured satisfies never
  }
}
