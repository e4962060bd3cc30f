import type { ClothingKey } from '@mimamori/contract/heat-profile'
import { acclimatisationOn, clothingAdjustment, DEFAULT_HEAT_BASIS, type MetabolicClass, referenceWbgt, wbgtExcess } from '@mimamori/heat'

/** What one place says of the heat its people may work in; null is as at the place above. */
export type HeatLayer = {
  readonly metabolicClass: number | null
  readonly acclimatised: boolean | null
  readonly clothing: ClothingKey | null
}

const defaults = {
  metabolicClass: DEFAULT_HEAT_BASIS.metabolicClass,
  acclimatised: DEFAULT_HEAT_BASIS.acclimatised,
  clothing: 'workClothes',
} as const

/** What holds, from layers ordered site, group, worker: the last that says something decides. */
export const resolveLayers = (layers: readonly HeatLayer[]): { metabolicClass: number; acclimatised: boolean; clothing: ClothingKey } =>
  layers.reduce<{ metabolicClass: number; acclimatised: boolean; clothing: ClothingKey }>(
    (above, layer) => ({
      metabolicClass: layer.metabolicClass ?? above.metabolicClass,
      acclimatised: layer.acclimatised ?? above.acclimatised,
      clothing: layer.clothing ?? above.clothing,
    }),
    defaults,
  )

/** Whether the days since the first exposure alone make somebody acclimatised; null where no day is known. */
export const acclimatisedSince = (firstExposureOn: string | null | undefined, today: string): boolean | null =>
  firstExposureOn === null || firstExposureOn === undefined || firstExposureOn === ''
    ? null
    : acclimatisationOn(today, { firstExposureOn }).acclimatised

/** The WBGT in °C from which the heat counts as exceeded, clothing included: it compares with a measured WBGT. */
export const heatLimitOf = (layers: readonly HeatLayer[]): number => {
  const { metabolicClass, acclimatised, clothing } = resolveLayers(layers)
  return wbgtExcess(referenceWbgt(metabolicClass as MetabolicClass, acclimatised), 0, clothingAdjustment(clothing, false))
}
