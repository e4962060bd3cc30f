import fc from 'fast-check'
import { japanDay } from '../../../platform/japan-time.ts'

/** Where somebody belongs. */
export type Place = { readonly companyId: number; readonly officeId: number; readonly groupId: number }

/** People, each with their own device at the first place's office, heard by a gateway on a map there; belts are linked to the barometer. */
export type Crew = {
  readonly places: readonly Place[]
  readonly watcher: string
  readonly gateway: string
  readonly mapId: number
  readonly workers: { readonly userId: number; readonly slot: 'belt' | 'vital'; readonly serial: string }[]
  readonly barometerId: number
}

const orNothing = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 })

/** Whether the person of that number has a belt and no tag. */
export const isBelt = (n: number): boolean => n % 2 === 0

/** What somebody changes in the masters of a crew of so many with four places: two groups at each of two offices. */
export const change = (people: number) => {
  const [worker, place, metabolicClass] = [fc.nat(people - 1), fc.nat(3), fc.constantFrom(0, 2, 4)]
  const belt = worker.filter(isBelt)
  const ofBelt = fc.record({ what: fc.constant('belt'), device: belt, heightCm: orNothing(fc.constantFrom(100, 300, 100_000)) })
  const ofOffice = fc.record({ what: fc.constant('setting'), place: orNothing(place), minutes: orNothing(fc.constantFrom(1, 3, 20)) })
  return fc.oneof(
    fc.record({ what: fc.constant('wear'), device: worker, worker: fc.option(worker), how: fc.constantFrom('now', 'soon', 'corrected') }),
    fc.record({ what: fc.constant('birth'), worker, years: fc.constantFrom(20, 50, 80) }),
    fc.record({ what: fc.constant('exposure'), worker, days: fc.constantFrom(5, 6, 7) }),
    fc.record({ what: fc.constant('heart'), worker }),
    fc.record({ what: fc.constant('attention'), worker }),
    fc.record({ what: fc.constant('consent'), worker }),
    fc.record({ what: fc.constant('place'), worker, place, isInGroup: fc.boolean() }),
    fc.record({ what: fc.constant('worker'), worker, metabolicClass: orNothing(metabolicClass) }),
    fc.record({ what: fc.constant('group'), place, metabolicClass: orNothing(metabolicClass) }),
    fc.record({ what: fc.constant('office'), place, metabolicClass }),
    // These show less often that they were missed.
    { weight: 2, arbitrary: ofOffice },
    { weight: 3, arbitrary: ofBelt },
    fc.record({ what: fc.constant('replaced'), device: worker }),
    fc.record({ what: fc.constant('swap'), device: worker, other: worker }),
    fc.record({ what: fc.constant('offset'), device: belt, cm: fc.constantFrom(-500, 0, 500) }),
    fc.record({ what: fc.constantFrom('origin', 'station', 'restPlace', 'watcher') }),
  )
}
type Change = ReturnType<typeof change> extends fc.Arbitrary<infer Value> ? Value : never

// A node of a cluster gives out no numbers.
let lastWear = 1_000_000

const orNull = (value: number | null | undefined) => String(value ?? null)

/** The statements of a change; each names the company, as a cluster of databases wants it. */
export const statementsOf = (made: Change, { places, workers, barometerId, watcher, gateway, mapId }: Crew, now: Date): string[] => {
  const place = (n: number) => places[n] as Place
  const worker = (n: number) => workers[n] as Crew['workers'][number]
  const { companyId, officeId } = place(0)
  const own = `company_id = ${companyId}`
  const named = (serial: string) => `(select d.device_id from device d where d.${own} and d.serial = '${serial}')`
  const person = (n: number) => `${own} and user_id = ${worker(n).userId}`
  const after = (minutes: number) => `'${new Date(now.getTime() + minutes * 60_000).toISOString()}'::timestamptz`
  const today = `'${japanDay(now)}'::date`
  const end = (which: string, at: string) =>
    `update wear set worn_to = greatest(worn_from, ${at}) where ${own} and (worn_to is null or worn_to > ${at}) and (${which})`
  switch (made.what) {
    case 'wear': {
      const { slot, serial } = worker(made.device)
      const [deviceId, at] = [named(serial), after(made.how === 'soon' ? 2 : 0)]
      const userId = made.worker === null ? null : worker(made.worker).userId
      const isTheirs = `user_id = ${orNull(userId)} and slot = '${slot}'`
      const begin = (from: string) =>
        `insert into wear (company_id, wear_id, user_id, device_id, slot, worn_from) overriding system value
         select ${companyId}, ${(lastWear += 1)}, ${userId}, ${deviceId}, '${slot}', ${from}`
      if (made.how !== 'corrected') return [end(`device_id = ${deviceId} or ${isTheirs}`, at), ...(userId === null ? [] : [begin(at)])]
      const remove = `delete from wear where ${own} and device_id = ${deviceId} and worn_to is null`
      if (userId === null) return [remove]
      const again = begin(`coalesce(min(gone.worn_from), ${at}) from gone`)
      return [end(`device_id <> ${deviceId} and ${isTheirs}`, at), `with gone as (${remove} returning worn_from) ${again}`]
    }
    case 'birth':
      return [`update app_user set date_of_birth = ${today} + 1 - interval '${made.years} years' where ${person(made.worker)}`]
    case 'exposure':
      return [`update app_user set first_exposure_on = ${today} - ${made.days} where ${person(made.worker)}`]
    case 'heart':
      return [`update app_user set heart_judged = not heart_judged where ${person(made.worker)}`]
    case 'attention': {
      const rest = `tstzmultirange(tstzrange(${after(0)}, ${after(600)}))`
      const next = `case when u.attention @> ${after(0)} then u.attention - ${rest} else u.attention + ${rest} end`
      return [`update app_user u set attention = ${next} where u.${person(made.worker)}`]
    }
    case 'consent':
      return [
        `update app_user set consent_withdrawn_at = case when consent_withdrawn_at is null then ${after(0)} end where ${person(made.worker)}`,
      ]
    case 'place': {
      const group = made.isInGroup ? `group_id = ${place(made.place).groupId}, group_role = 3` : 'group_id = null, group_role = null'
      return [`update app_user set office_id = ${place(made.place).officeId}, ${group} where ${person(made.worker)}`]
    }
    case 'worker':
      return [`update app_user set metabolic_class = ${orNull(made.metabolicClass)} where ${person(made.worker)}`]
    case 'group':
      return [
        `update work_group set metabolic_class = ${orNull(made.metabolicClass)} where ${own} and group_id = ${place(made.place).groupId}`,
      ]
    case 'office':
      return [`update office set metabolic_class = ${made.metabolicClass} where ${own} and office_id = ${place(made.place).officeId}`]
    case 'setting': {
      const of = made.place === null ? 'null' : String(place(made.place).officeId)
      const keys = `unnest('{MAXIMUM_HEART_RATE,INSTANTANEOUS_HEARTBEAT_LOSS,SUSTAINED_HEARTBEAT_LOSS}'::text[])`
      const values = `${companyId}, ${of}::int, 'COMPREHENSIVE_ALERT_DETECTION_DURATION', ${keys}, '${made.minutes}'`
      return [
        `delete from master_setting where ${own} and office_id is not distinct from ${of}`,
        ...(made.minutes === null ? [] : [`insert into master_setting (company_id, office_id, type, key, value) select ${values}`]),
      ]
    }
    case 'belt': {
      const { serial } = worker(made.device)
      const values = `${companyId}, ${named(serial)}, ${made.heightCm}, ${made.heightCm}, 1`
      return [
        `delete from belt_setting where ${own} and device_id = ${named(serial)}`,
        ...(made.heightCm === null
          ? []
          : [`insert into belt_setting (company_id, device_id, setting_altitude, height_altitude, on_waiting_minutes) select ${values}`]),
      ]
    }
    case 'replaced': {
      const { slot, serial } = worker(made.device)
      const values = slot === 'belt' ? `'belt', 2, '${serial}', ${barometerId}` : `'vital', 1, '${serial}', null`
      return [
        end(`device_id = ${named(serial)}`, after(0)),
        `update device set serial = 'gone ' || device_id where ${own} and device_id = ${named(serial)}`,
        `insert into device (company_id, office_id, kind, type, serial, linked_device_id) values (${companyId}, ${officeId}, ${values})`,
      ]
    }
    case 'swap': {
      const [one, other] = [worker(made.device), worker(made.other)]
      if (one.slot !== other.slot) return []
      const rename = (from: string, to: string) => `update device set serial = '${to}' where ${own} and serial = '${from}'`
      return [rename(one.serial, 'away'), rename(other.serial, one.serial), rename('away', other.serial)]
    }
    case 'offset':
      return [`update device set altitude_offset_cm = ${made.cm} where ${own} and serial = '${worker(made.device).serial}'`]
    case 'origin':
      return [`update site_map set sismil_type = 3 - sismil_type where ${own} and map_id = ${mapId}`]
    case 'station':
      return [
        `update office set public_wbgt_station = case when public_wbgt_station is null then '44132' end where ${own} and office_id = ${officeId}`,
      ]
    case 'restPlace':
      return [`update device set rest_place = not rest_place where ${own} and serial = '${gateway}'`]
    case 'watcher':
      return [
        `update device set office_id = case when office_id = ${officeId} then ${place(2).officeId} else ${officeId} end where ${own} and serial = '${watcher}'`,
      ]
    default:
      return made satisfies never
  }
}
