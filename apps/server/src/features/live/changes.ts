import type { AlertKey, DeviceKey, OfficeKey, PersonKey } from '../../shared/organisation/keys.ts'

/** Rows that changed, by their keys: what was announced, or what somebody missed. */
export type Changes = {
  readonly people: readonly PersonKey[]
  readonly alerts: readonly AlertKey[]
  readonly devices: readonly DeviceKey[]
  /** Offices whose lists show something else now. */
  readonly displays: readonly OfficeKey[]
  /** Offices whose maps, or devices on them, changed. */
  readonly maps: readonly OfficeKey[]
}

/** The name of a row among those of its kind. */
export const nameOf = (companyId: number, id: number): string => `${companyId}/${id}`

const once = <Key extends { readonly companyId: number }>(keys: readonly Key[], id: (key: Key) => number): Key[] => [
  ...new Map(keys.map((key) => [nameOf(key.companyId, id(key)), key])).values(),
]

/** All of these changes, each row once. */
export const mergeChanges = (all: readonly Changes[]): Changes => ({
  people: once(
    all.flatMap(({ people }) => people),
    ({ userId }) => userId,
  ),
  alerts: once(
    all.flatMap(({ alerts }) => alerts),
    ({ alertId }) => alertId,
  ),
  devices: once(
    all.flatMap(({ devices }) => devices),
    ({ deviceId }) => deviceId,
  ),
  displays: once(
    all.flatMap(({ displays }) => displays),
    ({ officeId }) => officeId,
  ),
  maps: once(
    all.flatMap(({ maps }) => maps),
    ({ officeId }) => officeId,
  ),
})

const companiesOf = ({ people, alerts, devices, displays, maps }: Changes): Set<number> =>
  new Set([people, alerts, devices, displays, maps].flatMap((keys) => keys.map(({ companyId }) => companyId)))

/** Changes of each company that are read at once where others have some too, and where nobody else has. */
const share = { ofMany: 250, alone: 1_000 }

/**
 * Of each company as many changes as may be read at once, alerts first and the oldest before others, so that one whose every
 * row changes all the time does not hold up the others' news.
 * @returns the rest of them too, and whose they are
 */
export const shareOut = (changes: Changes): { readonly now: Changes; readonly later: Changes; readonly behind: ReadonlySet<number> } => {
  const most = companiesOf(changes).size > 1 ? share.ofMany : share.alone
  const taken = new Map<number, number>()
  const split = <Key extends { readonly companyId: number }>(keys: readonly Key[]): { readonly now: Key[]; readonly later: Key[] } => {
    const parts: { readonly now: Key[]; readonly later: Key[] } = { now: [], later: [] }
    for (const key of keys) {
      const before = taken.get(key.companyId) ?? 0
      taken.set(key.companyId, before + 1)
      parts[before < most ? 'now' : 'later'].push(key)
    }
    return parts
  }
  const [alerts, displays, maps, people, devices] = [
    split(changes.alerts),
    split(changes.displays),
    split(changes.maps),
    split(changes.people),
    split(changes.devices),
  ]
  const later = {
    alerts: alerts.later,
    displays: displays.later,
    maps: maps.later,
    people: people.later,
    devices: devices.later,
  }
  const now = { alerts: alerts.now, displays: displays.now, maps: maps.now, people: people.now, devices: devices.now }
  return { now, later, behind: companiesOf(later) }
}

/** How many rows these are. */
export const sizeOf = ({ people, alerts, devices, displays, maps }: Changes): number =>
  people.length + alerts.length + devices.length + displays.length + maps.length
