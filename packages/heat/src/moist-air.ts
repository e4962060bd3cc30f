/** 0 °C in kelvin. */
export const ZERO_CELSIUS_K = 273.15

// Buck (1981), J Appl Meteor 20:1527, equation of water vapour over liquid water with his factor for moist air near the
// ground, as in Liljegren et al. (2008).
const BUCK = { hpa: 6.1121, moist: 1.004, slope: 17.502, offsetC: 240.97 } as const

/** Saturation pressure of water vapour in hPa at a temperature in °C above −200. Source: Buck 1981. */
export function saturationHpa(celsius: number): number {
  return BUCK.moist * BUCK.hpa * Math.exp((BUCK.slope * celsius) / (celsius + BUCK.offsetC))
}

// Liljegren et al. (2008), J Occup Environ Hyg 5:645: gas constant in J/(kmol·K), molar masses in kg/kmol, specific heat in J/(kg·K).
const GAS_CONSTANT = 8_314.34
const AIR_MOLAR_MASS = 28.97
const WATER_MOLAR_MASS = 18.015
const AIR_SPECIFIC_HEAT = 1_003.5
const AIR_GAS_CONSTANT = GAS_CONSTANT / AIR_MOLAR_MASS

/** Prandtl number of air. Source: Liljegren et al. 2008. */
export const PRANDTL = AIR_SPECIFIC_HEAT / (AIR_SPECIFIC_HEAT + 1.25 * AIR_GAS_CONSTANT)

/** Specific heat of air by the molar masses of air and water, J/(kg·K). Source: Liljegren et al. 2008. */
export const HEAT_RATIO = (AIR_SPECIFIC_HEAT * AIR_MOLAR_MASS) / WATER_MOLAR_MASS

/** Density of air in kg/m³ at `kelvin` and `pressureHpa`. */
export function airDensity(kelvin: number, pressureHpa: number): number {
  return (pressureHpa * 100) / (AIR_GAS_CONSTANT * kelvin)
}

// Bird, Stewart, Lightfoot, Transport Phenomena, p. 23: collision diameter in Å, ε/κ in K, and the collision integral near
// room temperature as a line.
const COLLISION = { diameter: 3.617, energyK: 97, at: 2.9, integral: 1.048, slope: -0.034 / 0.4 } as const

/** Dynamic viscosity of air in kg/(m·s). Source: Bird, Stewart, Lightfoot p. 23, as in Liljegren et al. 2008. */
export function airViscosity(kelvin: number): number {
  const integral = (kelvin / COLLISION.energyK - COLLISION.at) * COLLISION.slope + COLLISION.integral
  return (2.6693e-6 * Math.sqrt(AIR_MOLAR_MASS * kelvin)) / (COLLISION.diameter ** 2 * integral)
}

/** Thermal conductivity of air in W/(m·K). Source: Bird, Stewart, Lightfoot p. 257, as in Liljegren et al. 2008. */
export function airConductivity(kelvin: number): number {
  return (AIR_SPECIFIC_HEAT + 1.25 * AIR_GAS_CONSTANT) * airViscosity(kelvin)
}

// Bird, Stewart, Lightfoot p. 505: critical pressures in atm and temperatures in K of air and water vapour.
const CRITICAL_PRESSURES = 36.4 * 218
const CRITICAL_TEMPERATURES = 132 * 647.3
const STANDARD_HPA = 1_013.25
const DIFFUSION =
  3.64e-8 * CRITICAL_PRESSURES ** (1 / 3) * CRITICAL_TEMPERATURES ** (5 / 12) * Math.sqrt(1 / AIR_MOLAR_MASS + 1 / WATER_MOLAR_MASS)

/** Diffusivity of water vapour in air in m²/s. Source: Bird, Stewart, Lightfoot p. 505, as in Liljegren et al. 2008. */
export function vapourDiffusivity(kelvin: number, pressureHpa: number): number {
  return (DIFFUSION * (kelvin / Math.sqrt(CRITICAL_TEMPERATURES)) ** 2.334 * STANDARD_HPA) / pressureHpa
}

/** Heat of evaporation of water in J/kg, for 283 to 313 K. Source: Van Wylen and Sonntag Table A.1.1, as in Liljegren et al. 2008. */
export function evaporationHeat(kelvin: number): number {
  return ((313.15 - kelvin) / 30) * -71_100 + 2.4073e6
}
