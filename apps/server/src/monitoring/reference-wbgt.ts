import { acclimatisationOn, type Clothing, clothingAdjustment, type MetabolicClass, referenceWbgt, wbgtExcess } from '@mimamori/heat'

/** What decides a reference value, from person over group over site; the first that says something stands. */
export type HeatBasisRow = {
  readonly metabolic_class: number
  readonly acclimatised: boolean
  readonly clothing: string
  /** What the person's own record says, where there is a person. */
  readonly own_acclimatised?: boolean | null
  readonly first_exposure_on?: string | null
}

/**
 * The WBGT in °C from which the heat counts as exceeded: the reference value less the clothing adjustment, so that it
 * compares with a measured WBGT. Day is YYYY-MM-DD in Japan.
 */
export const heatLimitOf = (basis: HeatBasisRow, day: string): number => {
  const exposure = basis.first_exposure_on ? acclimatisationOn(day, { firstExposureOn: basis.first_exposure_on }) : undefined
  const acclimatised = basis.own_acclimatised ?? exposure?.acclimatised ?? basis.acclimatised
  const reference = referenceWbgt(basis.metabolic_class as MetabolicClass, acclimatised)
  // Free of binary rounding noise, as the excess itself is.
  return wbgtExcess(reference, 0, clothingAdjustment(basis.clothing as Clothing, false))
}
