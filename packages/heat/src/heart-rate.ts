/** Heart rate limits in bpm: 継続心拍, 瞬時心拍, 最大心拍. */
export type HeartLimits = { sustained: number; instantaneous: number; maximum: number }

/** Formula of the maximum heart rate: `common` 220 − age, `tanaka` 208 − 0.7·age (Tanaka 2001). */
export type MaximumHeartRateFormula = 'common' | 'tanaka'

/**
 * Heart rate limits in bpm for an age in years. NaN in, NaN out; take the age from `ageForLimits`.
 * Source: sustained ISO 9886, ACGIH, Ministry of Health guide; instantaneous ISO 9886:2004 Annex C.
 */
export function heartLimits(ageYears: number, formula: MaximumHeartRateFormula = 'common'): HeartLimits {
  return {
    sustained: 180 - ageYears,
    instantaneous: 185 - 0.65 * ageYears,
    maximum: maximumHeartRate(ageYears, formula),
  }
}

function maximumHeartRate(ageYears: number, formula: MaximumHeartRateFormula): number {
  switch (formula) {
    case 'common':
      return 220 - ageYears
    case 'tanaka':
      return 208 - 0.7 * ageYears
    default:
      return formula satisfies never
  }
}

/** Age taken where there is no date of birth: gives low, safe limits. Project choice, decisions/0004. */
export const ASSUMED_AGE_YEARS = 60

/** No worker is older; a date of birth that says so is a typing error. Project choice, decisions/0004. */
const OLDEST_AGE_YEARS = 110

/**
 * Age in whole years on a day, both days YYYY-MM-DD in Asia/Tokyo. Where the date of birth is missing, no date, in
 * the future or impossibly long ago, the assumed age, marked `assumed`. Never throws.
 * Source: project choice, decisions/0004.
 */
export function ageForLimits(dateOfBirth: string | null, day: string): { ageYears: number; assumed: boolean } {
  const born = /^(\d{4})-(\d{2}-\d{2})$/.exec(dateOfBirth ?? '')
  const today = /^(\d{4})-(\d{2}-\d{2})$/.exec(day)
  const assumed = { ageYears: ASSUMED_AGE_YEARS, assumed: true }
  if (!born?.[2] || !today?.[2]) return assumed
  const ageYears = Number(today[1]) - Number(born[1]) - (today[2] < born[2] ? 1 : 0)
  return ageYears >= 0 && ageYears <= OLDEST_AGE_YEARS ? { ageYears, assumed: false } : assumed
}

// No heart of a person on their feet is outside these bounds. Project choice, decisions/0004.
const LOWEST_PLAUSIBLE_BPM = 30
const HIGHEST_PLAUSIBLE_BPM = 240

/**
 * A heart rate in bpm where it is plausible, else `null`: missing, not finite and out of range are all no heart rate,
 * never 0. Never throws. Source: project choice, decisions/0004.
 */
export function validHeartRate(bpm: number | null): number | null {
  return bpm !== null && bpm >= LOWEST_PLAUSIBLE_BPM && bpm <= HIGHEST_PLAUSIBLE_BPM ? bpm : null
}
