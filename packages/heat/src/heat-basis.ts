import { acclimatisedSince } from './acclimatisation.ts'
import { type Clothing, clothingAdjustment, type MetabolicClass, referenceWbgt, wbgtExcess, isMetabolicClass } from './wbgt.ts'

/** What an office, a group or a worker sets for the heat allowed at work; null takes the value of the layer above. Class: 0 to 4. */
export type HeatLayer = { metabolicClass: number | null; acclimatised: boolean | null; clothing: Clothing | null }

/**
 * A worker's own layer. `observedAcclimatised`: what their exposure days say, null where nothing was measured;
 * `firstExposureOn`: their first day of work in the heat, YYYY-MM-DD; `attention`: 要注意 by the morning check.
 */
type WorkerHeatLayer = HeatLayer & { observedAcclimatised?: boolean | null; firstExposureOn?: string | null; attention?: boolean }

/** The layers as they are stored; a missing one sets nothing. */
export type HeatLayers = { office?: HeatLayer | undefined; group?: HeatLayer | undefined; worker?: WorkerHeatLayer | undefined }

/**
 * The layer that decided a value; `attention` is the morning check, `observed` the worker's days of exposure, `firstExposure` their
 * first day in the heat.
 */
type HeatBasisOrigin = 'attention' | 'worker' | 'observed' | 'firstExposure' | 'group' | 'office' | 'default'

/** What holds for a worker or a place: each value with its origin, and the limits in °C that follow. */
export type HeatBasis = {
  metabolicClass: MetabolicClass
  acclimatised: boolean
  clothing: Clothing
  origins: Record<keyof HeatLayer, HeatBasisOrigin>
  referenceWbgt: number
  clothingAdjustment: number
  /** The WBGT from which the heat counts as exceeded: the reference value less the clothing adjustment. */
  limitWbgt: number
  /** The WBGT from which work counts as exposure: the same limit for the not acclimatised. */
  exposureWbgt: number
  /** The reference value while the worker is 要注意: that of the not acclimatised. */
  attentionReferenceWbgt: number
}

/** Where no layer sets a value: reference 26 °C. Nobody is known to be used to the heat. Project choice, decisions/0116. */
const DEFAULTS = { metabolicClass: 2, acclimatised: false, clothing: 'workClothes' } as const

/**
 * The heat basis on a day (YYYY-MM-DD in Asia/Tokyo). Value by value the nearest that says something decides: worker,
 * group, office, default; for acclimatisation see `acclimatisationOn`. Throws RangeError where the first exposure decides
 * and either day is no date. Source: ISO 7243:2017, JIS Z 8504:2021; the layers are project choice, decisions/0116.
 */
export function heatBasisOn(day: string, layers: HeatLayers): HeatBasis {
  const { office, group, worker } = layers
  const nearestClass = worker?.metabolicClass ?? group?.metabolicClass ?? office?.metabolicClass ?? DEFAULTS.metabolicClass
  const metabolicClass = isMetabolicClass(nearestClass) ? nearestClass : DEFAULTS.metabolicClass
  const { acclimatised, origin } = acclimatisationOn(day, layers)
  const clothing = worker?.clothing ?? group?.clothing ?? office?.clothing ?? DEFAULTS.clothing
  const reference = referenceWbgt(metabolicClass, acclimatised)
  const adjustment = clothingAdjustment(clothing)
  const attentionReference = referenceWbgt(metabolicClass, false)
  return {
    metabolicClass,
    acclimatised,
    clothing,
    origins: {
      metabolicClass: originOf(worker?.metabolicClass, group?.metabolicClass, office?.metabolicClass),
      acclimatised: origin,
      clothing: originOf(worker?.clothing, group?.clothing, office?.clothing),
    },
    referenceWbgt: reference,
    clothingAdjustment: adjustment,
    // Rounded like the excess itself, to avoid binary rounding noise.
    limitWbgt: wbgtExcess(reference, 0, adjustment),
    exposureWbgt: wbgtExcess(attentionReference, 0, adjustment),
    attentionReferenceWbgt: attentionReference,
  }
}

/** The heat basis where no layer sets anything. */
export const DEFAULT_HEAT_BASIS: Readonly<HeatBasis> = heatBasisOn('', {})

/**
 * Acclimatisation and what decided it, the first of: 要注意, which overrides all; the worker's own setting; exposure days that make them acclimatised;
 * their first week in the heat, or, where nothing was measured, what their first day in the heat says; group; office.
 * Exposure days that are too few decide nothing: somebody who knows the people may say otherwise for a group or an office.
 */
function acclimatisationOn(day: string, { office, group, worker }: HeatLayers): { acclimatised: boolean; origin: HeatBasisOrigin } {
  if (worker?.attention === true) return { acclimatised: false, origin: 'attention' }
  if (worker?.acclimatised != null) return { acclimatised: worker.acclimatised, origin: 'worker' }
  if (worker?.observedAcclimatised) return { acclimatised: true, origin: 'observed' }
  const sinceFirst = worker?.firstExposureOn ? acclimatisedSince(worker.firstExposureOn, day) : null
  if (sinceFirst === false || (sinceFirst === true && worker?.observedAcclimatised == null)) {
    return { acclimatised: sinceFirst, origin: 'firstExposure' }
  }
  const said = group?.acclimatised ?? office?.acclimatised
  if (said != null) return { acclimatised: said, origin: originOf(null, group?.acclimatised, office?.acclimatised) }
  const isMeasured = worker?.observedAcclimatised != null
  return { acclimatised: DEFAULTS.acclimatised, origin: isMeasured ? 'observed' : 'default' }
}

function originOf(worker: unknown, group: unknown, office: unknown): HeatBasisOrigin {
  if (worker != null) return 'worker'
  if (group != null) return 'group'
  return office == null ? 'default' : 'office'
}
