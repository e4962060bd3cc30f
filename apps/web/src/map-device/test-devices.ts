import type { DeviceWord } from '../marks/device-shapes.ts'
import type { SiteDevice } from './site-device.ts'

/** The map of the devices of these tests. */
export const mapId = 7

const kinds = { heat: 'heat', main: 'gateway', sub: 'gateway', barometer: 'barometer' } as const

/** A device of an office, unplaced unless said otherwise. */
export const makeSiteDevice = (word: DeviceWord, serial: string, values: Partial<SiteDevice> = {}): SiteDevice => ({
  key: `${kinds[word]}/${serial}`,
  kind: kinds[word],
  word,
  serial,
  version: 1,
  name: '',
  installation: '設置済み',
  isShown: true,
  mapId: values.spot === undefined ? null : mapId,
  spot: null,
  family: word === 'heat' ? `heat/${serial}` : null,
  ...values,
})

/** Percent of a drawing. */
export const at = (x: number, y: number) => ({ kind: 'percent', x, y }) as const
