import { acclimatisationOn, type Clothing, clothingAdjustment, type MetabolicClass, referenceWbgt, wbgtExcess } from '@mimamori/heat'

/** What decides a reference value, from person over group over office; the first that says something stands. */
export type HeatBasisRow = {
  readonly metabolic_class: number
  readonly acclimatised: boolean
  readonly clothing: string
  /** What the person's own record says, where there is a person. */
  readonly own_acclimatised?: boolean | null
  readonly first_exposure_on?: string | null
}

/** Reference value and clothing adjustment, both in °C, that hold for a person or an office. Day is YYYY-MM-DD in Japan. */
export const heatBasisOf = (basis: HeatBasisRow, day: string): { referenceWbgt: number; clothingAdjustment: number } => {
  const exposure = basis.first_exposure_on ? acclimatisationOn(day, { firstExposureOn: basis.first_exposure_on }) : undefined
  const acclimatised = basis.own_acclimatised ?? exposure?.acclimatised ?? basis.acclimatised
  return {
    referenceWbgt: referenceWbgt(basis.metabolic_class as MetabolicClass, acclimatised),
    clothingAdjustment: clothingAdjustment(basis.clothing as Clothing, false),
  }
}

/**
 * The WBGT in °C from which the heat counts as exceeded: the reference value less the clothing adjustment, so that it
 * compares with a measured WBGT.
 */
export const heatLimitOf = (row: HeatBasisRow, day: string): number => {
  const basis = heatBasisOf(row, day)
  // Free of binary rounding noise, as the excess itself is.
  return wbgtExcess(basis.referenceWbgt, 0, basis.clothingAdjustment)
}
