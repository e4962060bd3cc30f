import type { ReportType } from '@mimamori/contract'
import { signed } from '@mimamori/contract/number-words'

/** A value as the screens write it: degrees to a tenth, an excess with its sign. */
export const writtenValue = (type: ReportType, value: number): string => {
  if (type === 2) return signed(value)
  return type === 1 ? value.toFixed(1).replace('-', '−') : String(value)
}
