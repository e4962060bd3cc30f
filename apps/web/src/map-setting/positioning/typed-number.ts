import { imageZoomRange } from '../../map-canvas/overlay-geometry.ts'

/** What a number field takes: which numbers, and in which words it says that one is none of them. */
export type NumberRange = { readonly label: string; readonly least: number; readonly most: number }

/** What the numbers of a map's place may be (spec §5 and §9). */
export const ranges = {
  latitude: { label: '緯度', least: -90, most: 90 },
  longitude: { label: '経度', least: -180, most: 180 },
  rotation: { label: '向き', least: 0, most: 360 },
  zoom: { label: '拡大', least: 0, most: 22 },
  imageZoom: { label: '拡大', least: imageZoomRange.least, most: imageZoomRange.most },
} as const satisfies Record<string, NumberRange>

/** What was typed, without all that no number has: full-width digits read, only digits, dot and minus left. */
export const stripped = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐‑‒–—―−ー]/g, '-')
    .replaceAll(/[。、]/g, '.')
    .replaceAll(/[^0-9.-]/g, '')

/** Whether nothing is typed yet: an empty field, or the minus a number may begin with. */
export const isBlank = (text: string): boolean => text === '' || text === '-'

/** A number of a range; null where the text is none. */
export const numberWithin = (text: string, { least, most }: NumberRange): number | null => {
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}

/** What is wrong with a text where a number is wanted; undefined for a number, and for nothing. */
export const faultOf = (text: string, range: NumberRange): string | undefined =>
  isBlank(text) || numberWithin(text, range) !== null
    ? undefined
    : `正しくない値です。${range.label}は${range.least}から${range.most}の間の数値で入力してください。`

/** A number as a field shows it: no more decimals than it takes, without zeros at the end. */
export const numberText = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)))
