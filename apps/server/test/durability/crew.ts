import {
  DEFAULT_EMERGENCY_SETTINGS,
  DEFAULT_HEART_DURATIONS,
  heartLimits,
  ageForLimits,
  referenceWbgt,
  type WorkerSettings,
} from '@mimamori/heat'
import type { Db } from '../../src/platform/context.ts'
import { japanDay } from '../../src/platform/japan-time.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../src/shared/organisation/test-factories.ts'
import { randomFrom } from './random.ts'

export type Pulse = {
  readonly kind: 'vital'
  readonly device: string
  readonly at: string
  readonly heartRate: number | null
  readonly call: boolean
  readonly battery: number
  readonly interval: number
}

export type Hand = {
  readonly userId: number
  readonly deviceId: number
  readonly serial: string
  readonly settings: WorkerSettings
  /** All that the device will ever send, in the order of its measuring. */
  readonly pulses: readonly Pulse[]
  /** When people closed their emergencies, epoch ms; all readings from before had been stored by then. */
  readonly closings?: readonly number[]
}

export type HeatReading = { readonly kind: 'heat'; readonly device: string; readonly at: string; readonly wbgt: number }

/** A site with people whose day is known in advance, so that the product's results can be predicted. */
export type Crew = {
  readonly companyId: number
  readonly officeId: number
  readonly key: Awaited<ReturnType<typeof makeIngestKey>>
  readonly hands: readonly Hand[]
  /** To be sent, and acknowledged, before anything else: what the heat was is then the same however the rest arrives. */
  readonly heat: readonly HeatReading[]
  /** An instant (epoch ms) long after the last reading, at which what counts no longer without further ones has been removed by the clock. */
  readonly expiredAt?: number
}

export type CrewOptions = { readonly hands: number; readonly pulses: number; readonly seed: number }

const minute = 60_000
// Within what a watcher's recent values reach back, and recent enough for a press of the call button.
const spanMs = 28 * minute

const pulsesOf = (serial: string, begin: number, count: number, random: () => number): Pulse[] => {
  let level = 90 + random() * 80
  let missing = 0
  return Array.from({ length: count }, (_, index) => {
    // Spells over a limit, spells under it, and stretches without contact.
    if (random() < 0.04) level = 80 + random() * 115
    if (random() < 0.01) missing = Math.ceil(random() * count * 0.3)
    missing -= 1
    const heartRate = missing > 0 ? null : Math.round(level + random() * 8)
    const at = new Date(begin + Math.floor((index * spanMs) / count)).toISOString()
    return { kind: 'vital', device: serial, at, heartRate, call: random() < 0.004, battery: 5, interval: 1 }
  })
}

/** Founds a site in the database, with a key to send by. */
export const makeCrew = async (db: Db, { hands, pulses, seed }: CrewOptions): Promise<Crew> => {
  const random = randomFrom(seed)
  const begin = Date.now() - spanMs - 5 * minute
  const mark = seed.toString(36)
  const office = await makeOffice(db, { base_code: `D${mark}-${begin.toString(36)}` })
  const group = await makeGroup(db, { office_id: office.office_id })
  const watcher = await makeDevice(db, 'heat', office.office_id, { serial: `H${mark}` })
  const key = await makeIngestKey(db, office.office_id)
  const limits = heartLimits(ageForLimits('1986-01-01', japanDay(new Date())).ageYears)
  const settings: WorkerSettings = {
    ...DEFAULT_HEART_DURATIONS,
    ...DEFAULT_EMERGENCY_SETTINGS,
    limits,
    referenceWbgt: referenceWbgt(2, true),
    clothingAdjustment: 0,
  }
  const crew: Hand[] = []
  for (let number = 0; number < hands; number++) {
    const user = await makeUser(
      db,
      'User',
      { ...office, group_id: group.group_id },
      { date_of_birth: '1986-01-01', login_id: `hand-${mark}-${begin.toString(36)}-${number}` },
    )
    const tag = await makeDevice(db, 'vital', office.office_id, { serial: `V${mark}-${number}` })
    await makeWear(db, user.user_id, tag.device_id)
    crew.push({
      userId: user.user_id,
      deviceId: tag.device_id,
      serial: tag.serial,
      settings,
      pulses: pulsesOf(tag.serial, begin, pulses, random),
    })
  }
  const heat = Array.from({ length: 6 }, (_, index) => ({
    kind: 'heat' as const,
    device: watcher.serial,
    at: new Date(begin + (index * 5 - 2) * minute).toISOString(),
    wbgt: 26.5 + Math.round(random() * 8) / 2,
  }))
  return { companyId: office.company_id, officeId: office.office_id, key, hands: crew, heat }
}
