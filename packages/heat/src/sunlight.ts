const DAY_MS = 86_400_000
const J2000_MS = Date.UTC(2000, 0, 1, 12)

// Where the sun is computed for: the middle of Japan, since a meter's own place is not known while readings are judged. From Naha
// to Sapporo it moves the natural wet bulb by 1.2 °C at the most, in calm air in the late afternoon. Project choice, decisions/0147.
const JAPAN = { latitude: 36, longitude: 138 } as const

// Liljegren et al. (2008): solar constant in W/m², and what the clearest air lets through.
const SOLAR_CONSTANT = 1_367
const CLEAREST = 0.85

// Below 12° above the horizon all light counts as the sky's, of which a wick takes up the same there: how the sun itself falls on it
// would depend on the place. Liljegren et al. (2008) say 0.5°. Project choice, decisions/0147.
const LOWEST_COSINE = 0.2

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)

/** Cosine of the sun's zenith angle, and its distance in astronomical units, at `at` (epoch ms). */
function sunAt(at: number, { latitude, longitude }: { latitude: number; longitude: number }): { cosZenith: number; distance: number } {
  // Low precision formulas of the Astronomical Almanac, good to 0.01° from 1950 to 2050.
  const days = (at - J2000_MS) / DAY_MS
  const anomaly = 357.528 + 0.9856003 * days
  const ecliptic = 280.46 + 0.9856474 * days + 1.915 * sine(anomaly) + 0.02 * sine(2 * anomaly)
  const obliquity = 23.439 - 4e-7 * days
  const ascension = (Math.atan2(cosine(obliquity) * sine(ecliptic), cosine(ecliptic)) * 180) / Math.PI
  const sineDeclination = sine(obliquity) * sine(ecliptic)
  const hourAngle = 280.46062 + 360.98564737 * days + longitude - ascension
  return {
    cosZenith: sine(latitude) * sineDeclination + cosine(latitude) * Math.sqrt(1 - sineDeclination ** 2) * cosine(hourAngle),
    distance: 1.00014 - 0.01671 * cosine(anomaly) - 0.00014 * cosine(2 * anomaly),
  }
}

/** Sunlight on level ground: W/m², how much of it comes straight from the sun (0 to 0.9), and the cosine of the sun's zenith angle. */
export type Sunlight = { readonly radiation: number; readonly directShare: number; readonly cosZenith: number }

/**
 * How measured solar radiation (W/m², 0 or more) divides into light from the sun and from the sky at `at` (epoch ms), by how much of
 * what reaches the atmosphere it is; with the sun down or low all is from the sky. More than the clearest air lets through is cut to that.
 * @param place of the meter in degrees; the middle of Japan where it is not known
 * Source: Liljegren et al. 2008, J Occup Environ Hyg 5:645.
 */
export function sunlightAt(at: number, radiation: number, place: { latitude: number; longitude: number } = JAPAN): Sunlight {
  const { cosZenith, distance } = sunAt(at, place)
  if (cosZenith < LOWEST_COSINE) return { radiation, directShare: 0, cosZenith: LOWEST_COSINE }
  const outside = (SOLAR_CONSTANT * cosZenith) / distance ** 2
  const share = Math.min(radiation / outside, CLEAREST)
  const directShare = share > 0 ? Math.min(Math.max(Math.exp(3 - 1.34 * share - 1.65 / share), 0), 0.9) : 0
  return { radiation: share * outside, directShare, cosZenith }
}
