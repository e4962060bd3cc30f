import type { AlertKey, DeviceKey, PersonKey } from '../organisation/keys.ts'

/** Rows that changed, by their keys: what was announced, or what somebody missed. */
export type Changes = {
  readonly people: readonly PersonKey[]
  readonly alerts: readonly AlertKey[]
  readonly devices: readonly DeviceKey[]
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
})

/** How many rows these are. */
export const sizeOf = ({ people, alerts, devices }: Changes): number => people.length + alerts.length + devices.length
