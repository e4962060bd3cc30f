import {
  DEFAULT_EMERGENCY_SETTINGS,
  DEFAULT_HEART_DURATIONS,
  ageForLimits,
  heartLimits,
  referenceWbgt,
  type WorkerSettings,
} from '@mimamori/heat'
import type { Crew, Hand, HeatReading, Pulse } from '../../../apps/server/test/durability/crew.ts'
import type { Db } from '../../../apps/server/src/platform/context.ts'
import { japanDay } from '../../../apps/server/src/platform/japan-time.ts'
import {
  makeDevice,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeWear,
} from '../../../apps/server/src/shared/organisation/test-factories.ts'
import { fork } from '../../../apps/simulator/src/random.ts'
import { workingDays } from './pressed-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** People work from eight to five, and rest at ten, noon and three; minutes from the beginning of work. */
export const firstHour = 8
export const minutesOfDay = 540
const rests = [
  [120, 15],
  [240, 60],
  [420, 15],
] as const
export const groupsOfSite = 10

/** A site whose people's week is known in advance. */
export type WeekSite = Crew & {
  readonly seed: number
  /** Midnight in Japan before its first day, epoch ms. */
  readonly begin: number
  readonly admin: string
}

export const adminPassword = 'Week-1234'

/** What somebody's band sends on a day, a value a minute: bpm, -1 for none, and when the call button is down. */
type BandDay = { readonly heartRates: Int16Array; readonly callAt: number | undefined }

const isResting = (minute: number) => rests.some(([from, length]) => minute >= from && minute < from + length)

/** One's day: work and rests, on some days a while of strain or of danger, on some a band that is worn badly. */
export const bandDayOf = (seed: number, worker: number, day: number): BandDay => {
  const random = fork(seed, 'week', worker, day)
  const resting = 68 + random() * 14
  const working = 92 + random() * 26
  const heartRates = new Int16Array(minutesOfDay)
  const spell = (probability: number, shortest: number, longest: number) => {
    const isThere = random() < probability
    const length = shortest + Math.floor(random() * (longest - shortest))
    const from = Math.floor(random() * (minutesOfDay - length))
    return isThere ? { from, until: from + length } : { from: 0, until: 0 }
  }
  const strain = spell(0.25, 15, 40)
  const danger = spell(0.08, 12, 35)
  const missing = spell(0.12, 10, 70)
  const isIn = ({ from, until }: { from: number; until: number }, minute: number) => minute >= from && minute < until
  for (let minute = 0; minute < minutesOfDay; minute++) {
    const level = isIn(danger, minute) ? 182 : isIn(strain, minute) ? 152 : isResting(minute) ? resting : working
    heartRates[minute] = isIn(missing, minute) ? -1 : Math.round(level + random() * 10)
  }
  const callAt = random() < 0.01 ? Math.floor(random() * minutesOfDay) : undefined
  return { heartRates, callAt }
}

/** The instant of a minute of a day, epoch ms. */
export const instantOf = ({ begin }: Pick<WeekSite, 'begin'>, day: number, minute: number): number =>
  begin + day * dayMs + firstHour * hourMs + minute * minuteMs

export const pulseOf = (site: WeekSite, serial: string, { heartRates, callAt }: BandDay, day: number, minute: number): Pulse => {
  const heartRate = heartRates[minute] ?? -1
  return {
    kind: 'vital',
    device: serial,
    at: new Date(instantOf(site, day, minute)).toISOString(),
    heartRate: heartRate < 0 ? null : heartRate,
    call: callAt === minute,
    battery: 4,
    interval: 1,
  }
}

/** All that somebody's band sends in the week, in order. */
export const pulsesOf = (site: WeekSite, worker: number): Pulse[] => {
  const serial = site.hands[worker]?.serial ?? ''
  return Array.from({ length: workingDays }, (_, day) => {
    const band = bandDayOf(site.seed, worker, day)
    return Array.from({ length: minutesOfDay }, (__, minute) => pulseOf(site, serial, band, day, minute))
  }).flat()
}

/** The watcher's values: every ten minutes, half a minute after the readings of a minute; some days are hotter than others. */
const heatOf = (begin: number, serial: string): HeatReading[] =>
  Array.from({ length: workingDays }, (_, day) =>
    Array.from({ length: minutesOfDay / 10 + 1 }, (__, step): HeatReading => {
      const warmth = Math.sin((Math.PI * step) / 54)
      const at = instantOf({ begin }, day, 10 * step - 10) + minuteMs / 2
      return { kind: 'heat', device: serial, at: new Date(at).toISOString(), wbgt: Math.round(10 * (23 + (day % 3) * 2 + 6 * warmth)) / 10 }
    }),
  ).flat()

/** Founds the site, whose people all wear a band from the beginning on. */
export const makeWeekSite = async (
  db: Db,
  { workers, begin, seed }: { workers: number; begin: number; seed: number },
): Promise<WeekSite> => {
  const office = await makeOffice(db, { base_code: 'WEEK' })
  const { company_id, office_id } = office
  const groups = []
  for (let number = 0; number < groupsOfSite; number++) groups.push(await makeGroup(db, { office_id }))
  await db
    .insertInto('group_email')
    .values(groups.map(({ group_id }) => ({ company_id, group_id, email: `group${group_id}@example.com` })))
    .execute()
  const admin = await makeUser(db, 'HeadquartersAdmin', office, { login_id: 'week-admin', password: adminPassword })
  const watcher = await makeDevice(db, 'heat', office_id, { serial: 'HWEEK' })
  const key = await makeIngestKey(db, office_id)
  // Nobody has a birthday in the week.
  const bornOn = japanDay(new Date(begin - 100 * dayMs)).replace(/^\d+/, (year) => String(Number(year) - 40))
  const limits = heartLimits(ageForLimits(bornOn, japanDay(new Date(begin))).ageYears)
  const settings: WorkerSettings = {
    ...DEFAULT_HEART_DURATIONS,
    ...DEFAULT_EMERGENCY_SETTINGS,
    limits,
    referenceWbgt: referenceWbgt(2, true),
    clothingAdjustment: 0,
  }
  const hands: Hand[] = []
  for (let number = 0; number < workers; number++) {
    const { group_id } = groups[number % groupsOfSite] ?? {}
    const membership = { ...office, group_id: group_id ?? null }
    const user = await makeUser(db, 'User', membership, { date_of_birth: bornOn, login_id: `week-${number}` })
    const band = await makeDevice(db, 'vital', office_id, { serial: `W${number}` })
    await makeWear(db, user.user_id, band.device_id, { worn_from: new Date(begin - dayMs) })
    hands.push({ userId: user.user_id, deviceId: band.device_id, serial: band.serial, settings, pulses: [] })
  }
  return { companyId: company_id, officeId: office_id, key, hands, heat: heatOf(begin, watcher.serial), seed, begin, admin: admin.login_id }
}
