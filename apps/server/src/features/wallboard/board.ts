import type { OfficeNow, Wallboard, WallboardPerson } from '@mimamori/contract'
import { readOfficeNow } from '../../shared/monitoring/office-now/read.ts'
import type { Viewer } from '../../shared/monitoring/workers/owner.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Context } from '../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { consoleBuild } from '../../platform/http/web-console.ts'
import { type Drill, findBeltWearers, findDrill, mostNamed, type Person, readCrew } from './store.ts'
import { surnameOf } from '../../shared/organisation/surname.ts'

const build = consoleBuild()

const surnameOrNull = (name: string | null): string | null => (name === null ? null : surnameOf(name))

const asShown = (person: Person): WallboardPerson => ({
  id: person.user_id === null ? `alert ${person.alert_id}` : `person ${person.user_id}`,
  name: person.full_name === null ? null : surnameOf(person.full_name, person.has_namesake),
  group: person.group_name,
  place: person.place,
  level: person.level,
  emergency: person.is_emergency ? '1' : '0',
  alarm: person.alarm,
  reported: person.is_reported,
  since: toJapanIso(person.since),
  lostSince: toJapanIsoOrNull(person.lost_since),
  handling: person.handling,
  handledBy: surnameOrNull(person.handled_by_name),
})

const drillNow = (drill: Drill | undefined): Wallboard['drill'] =>
  drill === undefined
    ? null
    : {
        group: drill.group_name,
        since: toJapanIso(drill.started_at),
        handling: drill.handling,
        handledBy: surnameOrNull(drill.handled_by_name),
      }

/** Of what is worn the wearer is named, once, by surname like everybody on the board. */
const silentNow = (devices: OfficeNow['silentDevices']): Wallboard['silent'] => {
  const names = devices.map(({ kind, name }) => (kind === 'vital' || kind === 'belt' ? surnameOf(name) : name))
  return { count: devices.length, names: [...new Set(names)].slice(0, mostNamed) }
}

/** Who is on duty, by surname like everybody on the board. */
const onDutyNow = (rota: OfficeNow['rota']): Wallboard['onDuty'] => {
  const onDuty = rota?.onDuty ?? null
  return onDuty && { ...onDuty, people: onDuty.people.map(({ place, name }) => ({ place, name: surnameOrNull(name) })) }
}

/** Who sees an office as a whole: what the board says of devices depends on nobody else. */
const wholeOffice = ({ companyId, officeId }: OfficeKey): Viewer => ({
  role: 'HeadquartersAdmin',
  userId: 0,
  companyId,
  officeId,
  groupId: null,
})

/**
 * The slow part of a board, its heat and what is silent: reads each watcher's day.
 * @throws Refusal 404 where the office is gone
 */
export const readSite = (context: Pick<Context, 'db' | 'pool' | 'log' | 'clock'>, office: OfficeKey): Promise<OfficeNow> =>
  readOfficeNow(context, wholeOffice(office), office.officeId)

/** The board of an office, its people as they are now. The caller has checked who asks. */
export const readBoard = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, office: OfficeKey, site: OfficeNow): Promise<Wallboard> => {
  const now = clock()
  const [{ people, counts }, drill, wearers] = await Promise.all([
    readCrew(db, office, now),
    findDrill(db, office),
    findBeltWearers(db, office),
  ])
  const shown = people.map(asShown)
  return {
    officeId: site.officeId,
    officeName: site.officeName,
    referenceWbgt: site.referenceWbgt,
    workingHours: site.workingHours,
    lastReceivedAt: site.lastReceivedAt,
    heatToday: site.heatToday,
    heatForecast: site.heatForecast,
    watchers: site.watchers,
    publicAlerts: site.publicAlerts,
    publicWbgt: site.publicWbgt,
    at: toJapanIso(now),
    build,
    counts,
    emergencies: shown.filter(({ emergency }) => emergency === '1'),
    people: shown.filter(({ emergency }) => emergency === '0'),
    drill: drillNow(drill),
    belts: { count: wearers.length, names: wearers.slice(0, mostNamed).map((name) => surnameOf(name)) },
    onDuty: onDutyNow(site.rota),
    silent: silentNow(site.silentDevices),
  }
}
