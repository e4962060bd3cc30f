import { keysOf } from '@mimamori/contract/typed-lists'

/** Temperatures of a WBGT station in °C: natural wet bulb, black globe, air. */
export type WbgtTemperatures = { naturalWetBulb: number; globe: number; air: number }

/** WBGT in °C in the sun (日射あり). NaN in, NaN out. Source: ISO 7243:2017, JIS Z 8504:2021. */
export function wbgtInSun({ naturalWetBulb, globe, air }: WbgtTemperatures): number {
  return 0.7 * naturalWetBulb + 0.2 * globe + 0.1 * air
}

/** WBGT in °C without sun (日射なし). NaN in, NaN out. Source: ISO 7243:2017, JIS Z 8504:2021. */
export function wbgtWithoutSun({ naturalWetBulb, globe }: Omit<WbgtTemperatures, 'air'>): number {
  return 0.7 * naturalWetBulb + 0.3 * globe
}

/** Metabolic class (代謝率区分): 0 rest, 1 low, 2 moderate, 3 high, 4 very high. */
export type MetabolicClass = 0 | 1 | 2 | 3 | 4

type MetabolicRow = { watts: number; acclimatised: number; notAcclimatised: number }

// ISO 7243:2017 Table A.1, JIS Z 8504:2021; reference values in °C. Older pages print 25/22 and 23/18 for the two
// highest classes: those are withdrawn.
const METABOLIC_TABLE = {
  0: { watts: 115, acclimatised: 33, notAcclimatised: 32 },
  1: { watts: 180, acclimatised: 30, notAcclimatised: 29 },
  2: { watts: 300, acclimatised: 28, notAcclimatised: 26 },
  3: { watts: 415, acclimatised: 26, notAcclimatised: 23 },
  4: { watts: 520, acclimatised: 25, notAcclimatised: 20 },
} as const satisfies Record<MetabolicClass, MetabolicRow>

/** Whether a number is a metabolic class. */
export function isMetabolicClass(value: number): value is MetabolicClass {
  return Object.hasOwn(METABOLIC_TABLE, value)
}

/** Reference WBGT (基準値) in °C for a metabolic class. Never throws. Source: ISO 7243:2017 Table A.1, JIS Z 8504:2021. */
export function referenceWbgt(metabolicClass: MetabolicClass, acclimatised: boolean): number {
  const row = METABOLIC_TABLE[metabolicClass]
  return acclimatised ? row.acclimatised : row.notAcclimatised
}

/** Metabolic rate in W of a metabolic class. Never throws. Source: ISO 7243:2017 Table A.1. */
export function metabolicRateWatts(metabolicClass: MetabolicClass): number {
  return METABOLIC_TABLE[metabolicClass].watts
}

// ISO 7243:2017 Annex F, JIS Z 8504:2021; clothing adjustment values (CAV) in °C.
const CLOTHING_TABLE = {
  workClothes: 0,
  clothCoverall: 0,
  smsCoverall: 0,
  polyolefinCoverall: 2,
  doubleWoven: 3,
  coverallWithLongImpermeableApron: 4,
  impermeableCoverall: 10,
  impermeableOverClothes: 12,
} as const

/** What a worker wears, as far as it holds in heat; each ensemble with a hood too. */
export type Clothing = keyof typeof CLOTHING_TABLE | `${keyof typeof CLOTHING_TABLE}WithHood`

// ISO 7243:2017 Annex F: the same for every ensemble.
const HOOD_ADJUSTMENT = 1

const ADJUSTMENTS = new Map<Clothing, number>(
  keysOf(CLOTHING_TABLE).flatMap((ensemble): [Clothing, number][] => [
    [ensemble, CLOTHING_TABLE[ensemble]],
    [`${ensemble}WithHood`, CLOTHING_TABLE[ensemble] + HOOD_ADJUSTMENT],
  ]),
)

/** Clothing adjustment (CAV, 着衣補正値) in °C. Never throws. Source: ISO 7243:2017 Annex F, JIS Z 8504:2021. */
export function clothingAdjustment(clothing: Clothing): number {
  return ADJUSTMENTS.get(clothing) ?? Number.NaN
}

/** Effective WBGT in °C: the WBGT raised by the clothing adjustment (°C). Source: ISO 7243:2017. */
export function effectiveWbgt(wbgt: number, adjustment: number): number {
  return wbgt + adjustment
}

const FLOAT_NOISE = 1e6

/**
 * Excess (超過) in °C of the effective WBGT over the reference value, all in °C, free of binary rounding noise so that
 * 32.3 − 31.3 is 1 and not a hair less. NaN in, NaN out. Source: ISO 7243:2017, JIS Z 8504:2021.
 */
export function wbgtExcess(wbgt: number, adjustment: number, reference: number): number {
  // Adding 0 turns −0 into 0, which would show as "-0".
  return Math.round((effectiveWbgt(wbgt, adjustment) - reference) * FLOAT_NOISE) / FLOAT_NOISE + 0
}
