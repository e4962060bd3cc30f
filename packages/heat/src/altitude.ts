import { MINUTE_MS } from './milliseconds.ts'

// Barometric formula of a layer of even temperature: gas constant of dry air, standard gravity (ISO 2533:1975).
const GAS_CONSTANT = 287.05
const GRAVITY = 9.80665
const KELVIN_AT_ZERO_CELSIUS = 273.15

/** Taken where the barometer gives no temperature. ISO 2533:1975, sea level. */
const STANDARD_KELVIN = 288.15

const CM_PER_M = 100

/** A barometer's value further away in time leaves the altitude unknown (高度不明). Project choice, decisions/0004. */
export const BAROMETER_USABLE_MS = 15 * MINUTE_MS

/** Measures against falls are required from here, cm. Ordinance on Industrial Safety and Health, art. 518–521. */
export const FALL_PROTECTION_FROM_CM = 200

/** Above here a full harness is mandatory, cm. Ordinance on Industrial Safety and Health, guideline of 2018. */
export const FULL_HARNESS_ABOVE_CM = 675

/** A terminal's pressure in Pa, read at `at` (epoch ms). */
export type TerminalPressure = { at: number; pressurePa: number }

/** A reference barometer's pressure in Pa and temperature in °C, where it gives one. */
export type ReferencePressure = TerminalPressure & { temperatureCelsius: number | null }

/**
 * Altitude in cm of a terminal above its reference barometer, before any offset; negative below it. `null` where a
 * pressure or temperature is impossible. Never throws. Source: barometric formula, ISO 2533:1975.
 */
export function rawAltitudeCm(reference: Omit<ReferencePressure, 'at'>, terminalPressurePa: number): number | null {
  const { pressurePa, temperatureCelsius } = reference
  const kelvin = temperatureCelsius === null ? STANDARD_KELVIN : temperatureCelsius + KELVIN_AT_ZERO_CELSIUS
  if (!(pressurePa > 0 && terminalPressurePa > 0 && kelvin > 0)) return null
  const cm = ((GAS_CONSTANT * kelvin) / GRAVITY) * Math.log(pressurePa / terminalPressurePa) * CM_PER_M
  return Number.isFinite(cm) ? cm : null
}

/**
 * Altitude in cm of a terminal above its reference barometer, less the pair's offset (cm, the altitude read while both
 * lay side by side). `null`, altitude unknown, where the barometer's value is missing, impossible or too far away in
 * time. Never throws. Source: barometric formula, ISO 2533:1975; age limit project choice, decisions/0004.
 */
export function altitudeCm(terminal: TerminalPressure, reference: ReferencePressure | null, offsetCm: number): number | null {
  if (reference === null || !(Math.abs(terminal.at - reference.at) <= BAROMETER_USABLE_MS)) return null
  const raw = rawAltitudeCm(reference, terminal.pressurePa)
  return raw === null ? null : raw - offsetCm
}

/** How far off an altitude may be, in cm, with and without zeroing beside the reference. Pressure sensor data sheets. */
export function altitudeUncertaintyCm(zeroed: boolean): number {
  return zeroed ? 25 : 100
}
