import { fallingRoot } from './falling-root.ts'
import {
  airConductivity,
  airDensity,
  airViscosity,
  evaporationHeat,
  HEAT_RATIO,
  PRANDTL,
  saturationHpa,
  vapourDiffusivity,
  ZERO_CELSIUS_K,
} from './moist-air.ts'
import type { Sunlight } from './sunlight.ts'

/** Air pressure in hPa where none is measured: that of the standard atmosphere. */
const STANDARD_HPA = 1_013.25

/** Air in m/s below which it counts as this, since a wick and a globe warm the air about them. Source: Liljegren et al. 2008. */
const LEAST_WIND = 0.13

// Liljegren et al. (2008): emissivity and albedo of the wick, its diameter and length in m; emissivity and albedo of the ground.
const WICK = { emissivity: 0.95, albedo: 0.4, diameter: 0.007, length: 0.0254 } as const
const GROUND = { emissivity: 0.999, albedo: 0.45 } as const
const STEFAN_BOLTZMANN = 5.6696e-8

// Bedingfield and Drew (1950), Ind Eng Chem 42:1164, for a cylinder across the wind, as in Liljegren et al. 2008.
const CYLINDER = { factor: 0.281, reynolds: 0.6, prandtl: 0.44, schmidt: 0.56 } as const

// The end of a wick is a quarter of its diameter by its length of what its side is.
const WICK_END = (0.25 * WICK.diameter) / WICK.length

/** Air about a wick: temperature in °C, relative humidity in percent (1 to 100), wind in m/s. */
export type AirAtWick = { readonly air: number; readonly humidity: number; readonly windSpeed: number }

/** How much of sunlight in W/m² a wick takes up, W/m² of its surface. */
const absorbed = ({ radiation, directShare, cosZenith }: Sunlight): number => {
  const tangent = Math.sqrt(1 - cosZenith ** 2) / cosZenith
  const sky = (1 - directShare) * (1 + WICK_END)
  const sun = directShare * (tangent / Math.PI + WICK_END)
  return (1 - WICK.albedo) * radiation * (sky + sun + GROUND.albedo)
}

// Oke, Boundary Layer Climates, 2nd edition, p. 373: emissivity of the air by its vapour pressure in hPa.
const airEmissivity = (vapourHpa: number): number => 0.575 * vapourHpa ** 0.143

const wickTransfer = (kelvin: number, pressureHpa: number, windSpeed: number): number => {
  const reynolds = (Math.max(windSpeed, LEAST_WIND) * airDensity(kelvin, pressureHpa) * WICK.diameter) / airViscosity(kelvin)
  const nusselt = CYLINDER.factor * reynolds ** CYLINDER.reynolds * PRANDTL ** CYLINDER.prandtl
  return (nusselt * airConductivity(kelvin)) / WICK.diameter
}

/**
 * Natural wet bulb temperature (自然湿球温度) in °C of a wick in wind and sun: where what it takes from air, sun, sky and ground is what
 * it loses by evaporation. For air of −20 to 60 °C; never NaN there, and it always ends. Stated error: WBGT by it lay within 1 °C of
 * measured ones (Liljegren et al.).
 * @param pressureHpa of the air, 800 to 1100
 * Source: Liljegren et al. 2008, J Occup Environ Hyg 5:645, the model of the natural wet bulb.
 */
export function naturalWetBulb({ air, humidity, windSpeed }: AirAtWick, sunlight: Sunlight, pressureHpa: number = STANDARD_HPA): number {
  const airK = air + ZERO_CELSIUS_K
  const vapour = (humidity / 100) * saturationHpa(air)
  const sun = absorbed(sunlight)
  const surroundings = 0.5 * (airEmissivity(vapour) + GROUND.emissivity) * airK ** 4
  const gain = (wetBulb: number): number => {
    const wetK = wetBulb + ZERO_CELSIUS_K
    const filmK = (wetK + airK) / 2
    const radiation = STEFAN_BOLTZMANN * WICK.emissivity * (surroundings - wetK ** 4) + sun
    const schmidt = airViscosity(filmK) / (airDensity(filmK, pressureHpa) * vapourDiffusivity(filmK, pressureHpa))
    const wick = saturationHpa(wetBulb)
    const evaporation =
      ((evaporationHeat(filmK) / HEAT_RATIO) * (wick - vapour) * (PRANDTL / schmidt) ** CYLINDER.schmidt) / (pressureHpa - wick)
    return air - evaporation + radiation / wickTransfer(filmK, pressureHpa, windSpeed) - wetBulb
  }
  return fallingRoot(gain, LOWEST_WET_BULB, HIGHEST_WET_BULB)
}

// Between these, in °C, is every wick of air from −20 to 60 °C; water boils only above.
const LOWEST_WET_BULB = -60
const HIGHEST_WET_BULB = 90

// ISO 7243:2017 and JIS Z 8504:2021, Annex on the natural wet bulb by its heat balance: W/(m²·K) of the air, W/(m²·kPa) of evaporation.
const BALANCE = { air: 4.18, airWind: 0.444, evaporation: 77.1, evaporationWind: 0.421, radiation: 1e-8 } as const

// ISO 7726:1998, mean radiant temperature by the standard globe: emissivity, diameter in m, and the transfer of moving and of still air.
const GLOBE = { emissivity: 0.95, diameter: 0.15, transfer: 1.1e8, wind: 0.6, size: 0.4, still: 0.25e8, rise: 0.25 } as const

/**
 * Natural wet bulb temperature (自然湿球温度) in °C by what a black globe takes up beside it, where the sun is not known: in the sun
 * outdoors and beside hot machines. The globe (°C) counts as the standard one of 150 mm. For air of −20 to 60 °C and a globe up to
 * 100 °C; never NaN there, and it always ends. Stated error: decisions/0147.
 * Source: ISO 7243:2017 and JIS Z 8504:2021, heat balance of the natural wet bulb; ISO 7726:1998 for the globe.
 */
export function naturalWetBulbByGlobe({ air, humidity, windSpeed }: AirAtWick, globe: number): number {
  const wind = Math.max(windSpeed, LEAST_WIND)
  const forced = (GLOBE.transfer * wind ** GLOBE.wind) / (GLOBE.emissivity * GLOBE.diameter ** GLOBE.size)
  const natural = (GLOBE.still / GLOBE.emissivity) * (Math.abs(globe - air) / GLOBE.diameter) ** GLOBE.rise
  const radiant = Math.max((globe + ZERO_CELSIUS_K) ** 4 + Math.max(forced, natural) * (globe - air), 0)
  const vapourKpa = ((humidity / 100) * saturationHpa(air)) / 10
  const gain = (wetBulb: number): number =>
    BALANCE.air * wind ** BALANCE.airWind * (air - wetBulb) +
    BALANCE.radiation * (radiant - (wetBulb + ZERO_CELSIUS_K) ** 4) -
    BALANCE.evaporation * wind ** BALANCE.evaporationWind * (saturationHpa(wetBulb) / 10 - vapourKpa)
  return fallingRoot(gain, LOWEST_WET_BULB, HIGHEST_WET_BULB)
}
