import type { HeartLimits } from '@mimamori/heat'
import type { CastRole } from './scenario.ts'

/** A scripted heart rate: beyond a limit but below the next, missing, or resting in the cool. */
export type HeartBand = 'overSustained' | 'overInstantaneous' | 'overMaximum' | 'missing' | 'resting'

/** What the script sets at a moment; everything it leaves open is simulated. */
export type Cue = {
  readonly heart?: HeartBand
  /** The device sends nothing. */
  readonly silent?: true
  readonly unhooked?: true
  readonly lowBattery?: true
  /** In the rest area instead of at the place of work. */
  readonly cooling?: true
}

type Scene = Cue & { readonly from: number; readonly to: number }

/** A part: scenes in minutes from the start, and the minute at which the call button is pressed. */
type Part = { readonly scenes: readonly Scene[]; readonly repeatMinutes?: number; readonly callAt?: number }

/**
 * The parts of the demo, all project choice. Limits take 5, 2 and 4 minutes to count and an emergency 15 minutes of
 * danger; what lasts for long raises the mean of 30 minutes, too, so each streak begins in the past that is filled in and continues in the live readings. Parts that repeat leave
 * time to recover, since a site on which nothing changes does not look real.
 */
const parts: Record<CastRole, Part> = {
  // Danger from about −26 on: an emergency since about −11; carried to the cool at +25.
  emergency: {
    scenes: [
      { from: -30, to: 25, heart: 'overMaximum' },
      { from: 25, to: 70, heart: 'resting', cooling: true },
    ],
  },
  // Ends before the mean of 30 minutes makes it an emergency.
  danger: {
    scenes: [
      { from: -6, to: 3, heart: 'overMaximum' },
      { from: 3, to: 40, heart: 'resting', cooling: true },
    ],
    repeatMinutes: 90,
  },
  // Two minutes make it level 2, five would make it danger.
  vigilance: { scenes: [{ from: -1.5, to: 3, heart: 'overInstantaneous' }], repeatMinutes: 14 },
  // Stays under that.
  caution: { scenes: [{ from: -9, to: 4.5, heart: 'overSustained' }], repeatMinutes: 17 },
  caller: { scenes: [{ from: 0.5, to: 12, heart: 'resting' }], callAt: 0.5 },
  silent: { scenes: [{ from: -18, to: 45, silent: true }], repeatMinutes: 120 },
  dataLost: {
    scenes: [
      { from: -31, to: -18.5, heart: 'overSustained' },
      { from: -18.5, to: 60, silent: true },
    ],
    repeatMinutes: 150,
  },
  noHeartRate: { scenes: [{ from: -14, to: 40, heart: 'missing' }], repeatMinutes: 80 },
  lowBattery: { scenes: [{ from: -60, to: 600, lowBattery: true }] },
  unhooked: { scenes: [{ from: -11, to: 30, unhooked: true }], repeatMinutes: 60 },
}

const nothing: Cue = {}

/** Minutes into the part, brought back into its first round where it repeats. */
const roundMinute = ({ scenes, repeatMinutes }: Part, minute: number): number => {
  const begins = scenes[0]?.from ?? 0
  if (repeatMinutes === undefined || minute < begins) return minute
  return begins + ((minute - begins) % repeatMinutes)
}

/** What a role's script says `minute` minutes after the start (negative: before); a part of an earlier day is played once. */
export const cueAt = (role: CastRole, minute: number, once = false): Cue => {
  const part = parts[role]
  const within = once ? minute : roundMinute(part, minute)
  return part.scenes.find(({ from, to }) => within >= from && within < to) ?? nothing
}

/** Whether the call button is pressed at the first reading after `previous`, up to `minute`, in minutes from the start. */
export const callsBetween = (role: CastRole, previous: number, minute: number): boolean => {
  const { callAt } = parts[role]
  return callAt !== undefined && previous < callAt && callAt <= minute
}

/**
 * Whether a role's part runs: from two hours before the start its player stays at the place of work and has no random
 * faults, so that the demo shows what it promises.
 */
export const isScriptRunning = (minute: number): boolean => minute >= -120 && minute <= 600

/** The heart rate in bpm in the middle of a scripted band; undefined where the band is not a rate. */
export const bandBpm = (band: HeartBand, limits: HeartLimits): number | undefined => {
  switch (band) {
    case 'overSustained':
      return (limits.sustained + limits.instantaneous) / 2
    case 'overInstantaneous':
      return (limits.instantaneous + limits.maximum) / 2
    case 'overMaximum':
      return limits.maximum + 5
    case 'missing':
    case 'resting':
      return undefined
    default:
      return band satisfies never
  }
}
