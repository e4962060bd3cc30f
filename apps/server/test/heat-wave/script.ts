import type { Reading } from '@mimamori/contract'
import { heartLimits, referenceWbgt, type WorkerSettings } from '@mimamori/heat'

/** A hot noon of a site in minutes from its begin: who races when, how hot it is, what is set, answered, killed and cut. */
export const lengthMinutes = 81

export const begin = Date.parse('2026-07-20T12:00:00+09:00')
export const instantOf = (minute: number): Date => new Date(begin + minute * 60_000)
export const minuteOf = (at: Date | number): number => (Number(at) - begin) / 60_000

export const workers = 300
export const groups = 20
export const groupOf = (number: number): number => number % groups
/** Everybody is 40: limits 140, 159 and 180 bpm. */
export const bornOn = '1986-01-01'

export const races = (number: number): boolean => number % 10 < 2
/** Calm workers are heard less often. */
export const intervalOf = (number: number): number => (races(number) ? 1 : 5)

type Stretch = { readonly from: number; readonly minutes: number; readonly bpm: number | null }

/** How a heart races: a little for long, hard, beyond its maximum until it is an emergency, twice, or not read at all. */
const stretchesOf = (number: number): Stretch[] => {
  // One group races together, so that mails have to be gathered.
  const isGathered = groupOf(number) === 0
  const from = isGathered ? 24 : 4 + ((number * 7) % 33)
  switch (isGathered ? 1 : Math.floor(number / groups) % 5) {
    case 0:
      return [{ from, minutes: 22, bpm: 148 }]
    case 1:
      return [{ from, minutes: 12, bpm: 168 }]
    case 2:
      return [{ from, minutes: 28, bpm: 188 }]
    case 3:
      return [
        { from, minutes: 10, bpm: 150 },
        { from: from + 30, minutes: 12, bpm: 150 },
      ]
    default:
      return [
        { from, minutes: 8, bpm: 170 },
        { from: from + 32, minutes: 9, bpm: null },
      ]
  }
}

/** The heart rate at a minute in bpm; null where the tag reads none. */
export const heartRateAt = (number: number, minute: number): number | null => {
  const noise = (minute * 7 + number * 5) % 5
  const stretch = races(number) ? stretchesOf(number).find(({ from, minutes }) => minute >= from && minute < from + minutes) : undefined
  if (stretch === undefined) return 92 + noise
  return stretch.bpm === null ? null : stretch.bpm + noise
}

/** The watcher reports every five minutes: warm, too hot for anybody, worse, and over. */
export const heatAt = (minute: number): number => (minute < 25 ? 26.5 : minute < 50 ? 28.6 : minute < 70 ? 30.4 : 27)
export const heatEveryMinutes = 5

type Mailing = {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly target: 0 | 1 | 2 | 3
  readonly pauseMinutes: number
}

export type Settings = {
  readonly judge: Omit<WorkerSettings, 'limits' | 'referenceWbgt' | 'clothingAdjustment'>
  readonly mailing: Mailing
}

const atFirst: Settings = {
  judge: { sustainedMinutes: 5, instantaneousMinutes: 2, maximumMinutes: 2, emergencyLevel: 3, emergencyMinutes: 15 },
  mailing: { to: ['anzen@example.jp'], cc: ['honsha@example.jp'], bcc: [], target: 2, pauseMinutes: 30 },
}
const later: Settings = {
  judge: { sustainedMinutes: 3, instantaneousMinutes: 1, maximumMinutes: 1, emergencyLevel: 3, emergencyMinutes: 8 },
  mailing: { to: ['anzen@example.jp', 'genba@example.jp'], cc: [], bcc: ['hozon@example.jp'], target: 3, pauseMinutes: 10 },
}

/** Before the readings of this minute an administrator saves other settings. */
export const changedAt = 40
export const settingsAt = (minute: number): Settings => (minute < changedAt ? atFirst : later)

/** The settings as they are saved. */
export const settingRows = ({ judge, mailing }: Settings) => {
  const duration = { type: 'COMPREHENSIVE_ALERT_DETECTION_DURATION' }
  const emergency = { type: 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION' }
  const mail = { type: 'EMAIL_ALERT_SETTING' }
  return [
    { ...duration, key: 'SUSTAINED_HEARTBEAT_LOSS', value: String(judge.sustainedMinutes) },
    { ...duration, key: 'INSTANTANEOUS_HEARTBEAT_LOSS', value: String(judge.instantaneousMinutes) },
    { ...duration, key: 'MAXIMUM_HEART_RATE', value: String(judge.maximumMinutes) },
    { ...emergency, key: 'LEVEL_OF_MEASURING', value: String(judge.emergencyLevel) },
    { ...emergency, key: 'ACCUMULATED_TIME', value: String(judge.emergencyMinutes) },
    { ...mail, key: 'TO', value: mailing.to.join(',') },
    { ...mail, key: 'CC', value: mailing.cc.join(',') },
    { ...mail, key: 'BCC', value: mailing.bcc.join(',') },
    { ...mail, key: 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME', value: String(mailing.pauseMinutes) },
    { type: 'GENERAL_ALERT_SETTING', key: 'EMAIL_SENDING_TARGET', value: String(mailing.target) },
  ]
}

export const workerSettingsAt = (minute: number): WorkerSettings => ({
  ...settingsAt(minute).judge,
  limits: heartLimits(40),
  referenceWbgt: referenceWbgt(2, true),
  clothingAdjustment: 0,
})

/** After the notices of these minutes both leaders of a group acknowledge all that is open, at once. */
export const answers = [
  { minute: 30, group: 0 },
  ...[0, 1].map((group) => ({ minute: 42, group })),
  { minute: 46, group: 10 },
  ...[0, 1, 10].map((group) => ({ minute: 53, group })),
] as const

/** The mail server is away from the one minute to the other. */
export const mailCut = { from: 28, to: 58 }
/** One server dies among readings, the other while it notifies of the rise at minute 50. */
export const killed = { amongReadings: 35, whileTelling: 50 }

/** Who is notified beside the site's addresses: by group, by role. */
export const groupEmail = (group: number): string => `group-${group}@example.jp`
export const leaderEmail = (role: 'GroupSubLeader' | 'GroupLeader', group: number): string => `${role.toLowerCase()}-${group}@example.jp`
export const adminEmails = { HeadquartersAdmin: 'kyoten@example.jp', AdminUnitContract: 'keiyaku@example.jp' } as const

/** What a worker's tag sends at a minute; undefined where it is not its turn. */
export const readingOf = (number: number, serial: string, minute: number): Reading | undefined =>
  minute % intervalOf(number) === 0
    ? {
        kind: 'vital',
        device: serial,
        at: instantOf(minute).toISOString(),
        heartRate: heartRateAt(number, minute),
        battery: 5,
        interval: intervalOf(number),
      }
    : undefined
