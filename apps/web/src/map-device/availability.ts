import { mapTakes, type DeviceKindOnMaps } from '@mimamori/contract/map-takes'
import type { SiteMap } from '@mimamori/contract/site-map'

/** What can be added to a map, one button each. */
export const additions = ['heat', 'gateway', 'barometer'] as const satisfies readonly DeviceKindOnMaps[]
export type Addition = (typeof additions)[number]

export const additionNames: Readonly<Record<Addition, string>> = { heat: '暑さ指数計', gateway: '親機・子機', barometer: '気圧基準器' }

type Kind = Pick<SiteMap, 'type' | 'sismilType'>

const drawing = 1
const gps = 2

const reasonOf = (addition: Addition, { type }: Kind): string => {
  switch (addition) {
    case 'heat':
      return type === gps
        ? '暑さ指数計は、図面のあるマップに置けます。'
        : '暑さの出どころがウェザーニューズのマップには、暑さ指数計を置けません。'
    case 'gateway':
      return '親機・子機は、図面のあるマップに置けます。'
    case 'barometer':
      return '気圧基準器は、GPSを使うマップに置けます。'
    default:
      return addition satisfies never
  }
}

/** Why a kind of device cannot be added to a map (spec §4); undefined where it can. */
export const whyNotAdded = (addition: Addition, map: Kind): string | undefined =>
  mapTakes(map, addition) ? undefined : reasonOf(addition, map)

/** Why a device cannot be taken off a map (spec §4); undefined where it can. */
export const whyNotTakenOff = (addition: Addition, { type }: Kind): string | undefined =>
  addition === 'barometer' && type === drawing
    ? '図面のマップでは、気圧基準器を外せません。マップ設定で種類を「図面とGPS」に変えると外せます。'
    : undefined
