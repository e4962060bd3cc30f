import { percentToBattery, voltsToBattery } from '@mimamori/contract/connection-presets'
import type { MappedField } from '@mimamori/contract/connection-mapping'

/** What becomes of a number that arrives: times `factor`, plus `offset`; null is 1 and 0. */
export type Conversion = { readonly factor: number | null; readonly offset: number | null }

type NamedConversion = Conversion & { readonly words: string }

const unchanged: Conversion = { factor: null, offset: null }

const times = (factor: number): NamedConversion => ({ factor, offset: null, words: `× ${factor}` })
const usual: readonly NamedConversion[] = [{ ...unchanged, words: 'そのまま' }, ...[0.1, 0.01, 0.001, 10, 100].map(times)]

const fahrenheit: NamedConversion = { factor: 0.555_555_556, offset: -17.777_777_8, words: '℉ → ℃' }
const kelvin: NamedConversion = { factor: null, offset: -273.15, words: 'K → ℃' }
const volts = (empty: number, full: number): NamedConversion => ({
  ...voltsToBattery(empty, full),
  words: `${empty.toFixed(1)}〜${full.toFixed(1)} V → 0〜5`,
})
const batteries: readonly NamedConversion[] = [
  { factor: percentToBattery.factor, offset: null, words: '0〜100 % → 0〜5' },
  volts(3, 3.6),
  volts(2.45, 3.1),
  volts(2, 3),
]

const ofTemperature = [...usual, fahrenheit, kelvin]
/** Conversions that data sheets of meters ask for, by the field that they fill. */
const ofField: Partial<Record<MappedField, readonly NamedConversion[]>> = {
  wbgt: ofTemperature,
  temperature: ofTemperature,
  globe: ofTemperature,
  battery: [...usual.slice(0, 1), ...batteries],
  slaveBattery: [...usual.slice(0, 1), ...batteries],
  pressure: [...usual, { factor: 100, offset: null, words: 'hPa → Pa' }].filter(({ words }) => words !== '× 100'),
  interval: [...usual.slice(0, 1), { factor: 0.016_666_667, offset: null, words: '秒 → 分' }],
}

/** Fields whose values are no quantities. */
const unconverted: ReadonlySet<MappedField> = new Set(['at', 'call', 'hook'])

/** The conversions to choose from for a field of ours, the plainest first; none for what is no quantity. */
export const conversionsOf = (field: MappedField): readonly NamedConversion[] => (unconverted.has(field) ? [] : (ofField[field] ?? usual))

// What is computed loses a little.
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other))

/** Whether two conversions give the same. */
export const isSameConversion = (one: Conversion, other: Conversion): boolean =>
  isNear(one.factor ?? 1, other.factor ?? 1) && isNear(one.offset ?? 0, other.offset ?? 0)

/** A conversion in the words in which it is chosen, or as a formula: × 0.2 ＋ 3. */
export const conversionInWords = (conversion: Conversion, field: MappedField): string => {
  const named = conversionsOf(field).find((one) => isSameConversion(one, conversion))
  if (named !== undefined) return named.words
  const { factor, offset } = conversion
  const sum = (offset ?? 0) === 0 ? '' : `${(offset ?? 0) < 0 ? '−' : '＋'} ${Math.abs(offset ?? 0)}`
  const product = (factor ?? 1) === 1 ? '' : `× ${factor}`
  return [product, sum].filter((part) => part !== '').join(' ') || 'そのまま'
}
