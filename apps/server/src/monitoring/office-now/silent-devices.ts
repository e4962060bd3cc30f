import type { OfficeNow } from '@mimamori/contract'
import { isUnheardSinceOpening, isWorkingTime, silenceLimitMs, type WorkingHours } from '@mimamori/heat'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { Equipment } from './store.ts'

type State = OfficeNow['silentDevices'][number]['state']

const isSilent = ({ heard_at, worn_from, interval_minutes, alerted, quiet }: Equipment, now: number, hours: WorkingHours): boolean => {
  if (heard_at === null) return worn_from === null
  const since = heard_at.getTime() + silenceLimitMs(interval_minutes)
  if (now <= since) return false
  // As in alive monitoring: what is laid down after work is not missed, unless its wearer had a level of at least 1.
  return worn_from === null || (!quiet && (alerted || isWorkingTime(since, hours)))
}

/** How a device is missed: silent, or assigned and not heard since the site opened; null for one that is not. */
const stateOf = (device: Equipment, now: number, hours: WorkingHours): State | null => {
  const { heard_at, worn_from } = device
  const assigned = worn_from === null ? null : { lastSeenAt: heard_at?.getTime() ?? null, assignedAt: worn_from.getTime() }
  if (assigned !== null && isUnheardSinceOpening(assigned, now, hours)) return 'unheard'
  return isSilent(device, now, hours) ? 'silent' : null
}

/** The devices that are missed, longest silent first. */
export const silentDevices = (devices: readonly Equipment[], now: Date, hours: WorkingHours): OfficeNow['silentDevices'] =>
  devices
    .flatMap((device) => {
      const state = stateOf(device, now.getTime(), hours)
      return state === null ? [] : [{ ...device, state }]
    })
    .toSorted((one, other) => (one.heard_at?.getTime() ?? 0) - (other.heard_at?.getTime() ?? 0) || one.serial.localeCompare(other.serial))
    .map(({ kind, serial, wearer, location_name, heard_at, state }) => ({
      kind,
      serialNumber: serial,
      name: wearer ?? location_name ?? serial,
      lastAt: toJapanIsoOrNull(heard_at),
      state,
    }))
