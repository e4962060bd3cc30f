import type { OfficeNow } from '@mimamori/contract'
import { isWorkingTime, silenceLimitMs, type WorkingHours } from '@mimamori/heat'
import { toJapanIsoOrNull } from '../platform/japan-time.ts'
import type { Equipment } from './store.ts'

/** The instant from which a device counts as silent, epoch ms. One never heard counts from when it was put on, or always. */
const silentSince = ({ heard_at, worn_from, interval_minutes }: Equipment): number => {
  const heard = heard_at ?? worn_from
  return heard === null ? Number.NEGATIVE_INFINITY : heard.getTime() + silenceLimitMs(interval_minutes)
}

const isSilent = (device: Equipment, now: number, hours: WorkingHours): boolean => {
  const since = silentSince(device)
  if (now <= since) return false
  const isWorn = device.kind === 'vital' || device.kind === 'belt'
  // As in alive monitoring: a device laid down after work is no alert, unless its wearer had a level of at least 1.
  return !isWorn || device.alerted || isWorkingTime(since, hours)
}

/** The silent devices, longest silent first. */
export const silentDevices = (devices: readonly Equipment[], now: Date, hours: WorkingHours): OfficeNow['silentDevices'] =>
  devices
    .filter((device) => isSilent(device, now.getTime(), hours))
    .toSorted((one, other) => (one.heard_at?.getTime() ?? 0) - (other.heard_at?.getTime() ?? 0) || one.serial.localeCompare(other.serial))
    .map(({ kind, serial, wearer, location_name, heard_at }) => ({
      kind,
      serialNumber: serial,
      name: wearer ?? location_name ?? serial,
      lastAt: toJapanIsoOrNull(heard_at),
    }))
