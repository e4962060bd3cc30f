import type { AlertKey, DeviceKey, OfficeKey, PersonKey } from '../organisation/keys.ts'

/** Rows that changed, by their keys: what was announced, or what somebody missed. */
export type Changes = {
  readonly people: readonly PersonKey[]
  readonly alerts: readonly AlertKey[]
  readonly devices: readonly DeviceKey[]
  /** Offices whose lists show something else now. */
  readonly displays: readonly OfficeKey[]
  /** Offices whose maps, or what stands on them, changed. */
  readonly maps: readonly OfficeKey[]
}

/** The name of a row among those of its kind. */
export const nameOf = (companyId: number, id: number): string => `${companyId}/${id}`

const once = <Key extends { readonly companyId: number }>(keys: readonly Key[], id: (key: Key) => number): Key[] => [
  ...new Map(keys.map((key) => [nameOf(key.companyId, id(key)), key])).values(),
]

/** All of these changes, each row once. */
export const together = (all: readonly Changes[]): Changes => ({
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

/** How many rows these are. */
export const sizeOf = ({ people, alerts, devices, displays, maps }: Changes): number =>
  people.length + alerts.length + devices.length + displays.length + maps.length
