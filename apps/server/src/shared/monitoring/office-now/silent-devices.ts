import type { OfficeNow } from '@mimamori/contract'
import { isUnheardSinceOpening, isWorkingTime, silenceLimitMs, type WorkingHours } from '@mimamori/heat'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { Equipment } from './store.ts'

type State = OfficeNow['silentDevices'][number]['state']

type Heard = Equipment & { readonly heard_at: Date }

const isSilent = ({ heard_at, worn_from, interval_minutes, alerted, quiet }: Heard, now: number, hours: WorkingHours): boolean => {
  // What somebody else wore, or lay in a drawer, has not fallen silent on its new wearer.
  if (worn_from !== null && heard_at < worn_from) return false
  const since = heard_at.getTime() + silenceLimitMs(interval_minutes)
  if (now <= since) return false
  // As in alive monitoring: what is laid down after work is not missed, unless its wearer had a level of at least 1.
  return worn_from === null || (!quiet && (alerted || isWorkingTime(since, hours)))
}

/** How a device is missed: silent, assigned and not heard since the site opened, or never heard; null for one that is not. */
const stateOf = (device: Equipment, now: number, hours: WorkingHours): State | null => {
  const { heard_at, worn_from } = device
  if (heard_at === null) return 'never'
  if (worn_from !== null && isUnheardSinceOpening({ lastSeenAt: heard_at.getTime(), assignedAt: worn_from.getTime() }, now, hours))
    return 'unheard'
  return isSilent({ ...device, heard_at }, now, hours) ? 'silent' : null
}

const bySilence = (one: Equipment, other: Equipment): number =>
  Number(one.heard_at === null) - Number(other.heard_at === null) ||
  (one.heard_at?.getTime() ?? 0) - (other.heard_at?.getTime() ?? 0) ||
  one.serial.localeCompare(other.serial)

/** The devices that are missed: the longest silent first, and after all of these what was never heard. */
export const silentDevices = (devices: readonly Equipment[], now: Date, hours: WorkingHours): OfficeNow['silentDevices'] =>
  devices
    .flatMap((device) => {
      const state = stateOf(device, now.getTime(), hours)
      return state === null ? [] : [{ ...device, state }]
    })
    .toSorted(bySilence)
    .map(({ kind, serial, wearer, location_name, heard_at, state }) => ({
      kind,
      serialNumber: serial,
      name: wearer ?? location_name ?? serial,
      lastAt: toJapanIsoOrNull(heard_at),
      state,
    }))
