import type { ConnectionTrialResult } from '@mimamori/contract/connection'
import { estimatedWbgt } from '@mimamori/heat'

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * The WBGT in °C that the ingestion would estimate of a tried reading: of a meter that measures air, humidity and globe and no WBGT.
 * Null where there is none.
 */
export const estimateOf = ({ kind, at, reading }: Pick<ConnectionTrialResult, 'kind' | 'at' | 'reading'>): number | null => {
  if (kind !== 'heat' || at === null || reading === null || numberOr(reading['wbgt']) !== null) return null
  const { temperature, humidity, globe, windSpeed, solarRadiation } = reading
  return estimatedWbgt({
    at: Date.parse(at),
    temperature: numberOr(temperature),
    humidity: numberOr(humidity),
    globe: numberOr(globe),
    windSpeed: numberOr(windSpeed),
    solarRadiation: numberOr(solarRadiation),
  })
}
