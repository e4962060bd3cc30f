import type { DownlinkMessage, Reading } from '@mimamori/contract'
import { chance } from './random.ts'
import { minuteMs } from './site-clock.ts'

/** The part of a device that carries out commands. */
export type Terminal = Pick<DownlinkMessage, 'kind' | 'device'> & {
  /** Its battery, 0 to 5, at a moment, epoch ms; undefined while it is off and receives nothing. */
  readonly battery: (atMs: number) => number | undefined
  /** Applies the settings of a command; unknown ones are ignored. */
  readonly apply: (payload: DownlinkMessage['payload']) => void
}

/** A device that sends at even intervals, which only a command changes. Called once for every due moment, in order. */
export type Source = {
  readonly intervalMs: number
  /** Milliseconds into the interval, so that a site's devices do not all send at once. */
  readonly phaseMs: number
  /** The reading at a moment, epoch ms; undefined where the device is off or silent. */
  readonly read: (atMs: number) => Reading | undefined
  /** Where the device takes settings. */
  readonly terminal?: Terminal
}

/** The milliseconds between two readings that a command sets; undefined where it sets none. */
export const commandedIntervalMs = ({ intervalTimeSetting: minutes }: DownlinkMessage['payload']): number | undefined =>
  typeof minutes === 'number' && minutes > 0 ? minutes * minuteMs : undefined

/** A device's own moment within its interval, in whole seconds. */
export const phaseOf = (seed: number, device: string, intervalMs: number): number =>
  Math.floor((chance(seed, 'phase', device) * intervalMs) / 1_000) * 1_000

/** The first moment of a source at or after an instant, epoch ms. */
export const firstDue = ({ intervalMs, phaseMs }: Pick<Source, 'intervalMs' | 'phaseMs'>, fromMs: number): number =>
  Math.ceil((fromMs - phaseMs) / intervalMs) * intervalMs + phaseMs

/** Rounds to a number of decimals, as the device prints it. */
export const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
