import type { ReportType } from '@mimamori/contract'

const tenths = (value: number) => Math.abs(value).toFixed(1)

/** A value as the screens write it: degrees to a tenth, an excess with its sign. */
export const writtenValue = (type: ReportType, value: number): string => {
  if (type === 3 || type === 4 || type === 5) return String(value)
  const size = tenths(value)
  if (size === '0.0') return size
  if (value < 0) return `−${size}`
  return type === 2 ? `+${size}` : size
}
