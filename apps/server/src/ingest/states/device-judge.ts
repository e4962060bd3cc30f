import type { BeltState, WatcherState } from '@mimamori/heat'

/** A device's value, kept for other devices' readings at the same time: [epoch ms, WBGT in °C or pascal, °C of the air]. */
export type Recent = readonly [at: number, value: number, temperature: number | null]

/** The part of a device's state that is its judge's own. */
export type DeviceJudge = {
  readonly watcher?: WatcherState
  readonly belt?: BeltState
  /** In time order: WBGT of a watcher, pascal of a barometer. */
  readonly recent?: readonly Recent[]
  /** When its latest reading was taken, epoch ms, if the call button was down at it. */
  readonly downAt?: number | null
}

/** The heat or pressure values of a device for other devices' readings of its office, in time order. */
export type OfficeSource = {
  readonly officeId: number
  readonly deviceId: number
  readonly kind: 'heat' | 'barometer'
  readonly recent: readonly Recent[]
}
