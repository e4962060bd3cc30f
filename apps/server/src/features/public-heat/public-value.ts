import { isPlausibleWbgt } from '@mimamori/heat'

/** A value of the Ministry of the Environment's service for a station. */
export type PublicValue = {
  readonly kind: 'measured' | 'estimated' | 'forecast'
  readonly at: Date
  /** °C. */
  readonly wbgt: number
  /** When a forecast was issued, where the service says it. */
  readonly issuedAt?: Date
}

/** A number as the service writes it, blank where there is none; undefined then, and where it is no WBGT in °C. */
export const readWbgt = (text: unknown, scale: 1 | 10): number | undefined => {
  const written = typeof text === 'number' ? String(text) : text
  if (typeof written !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(written)) return undefined
  const wbgt = Number(written) / scale
  return isPlausibleWbgt(wbgt) ? wbgt : undefined
}
