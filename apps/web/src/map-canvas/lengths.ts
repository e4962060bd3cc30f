/** The longest length of 1, 2 or 5 times a power of ten that is no longer than so many metres. */
export const roundLength = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(metres))
  const step = [5, 2, 1].find((one) => one * power <= metres * (1 + 1e-9)) ?? 1
  return step * power
}

const decimal = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 })

/** A length of a scale bar: 50 m, 2 km, 0.5 m. */
export const lengthInWords = (metres: number): string =>
  metres >= 1_000 ? `${decimal.format(metres / 1_000)} km` : `${decimal.format(metres)} m`

/** How far off something is, as people say it: 8 m, 120 m, 1.2 km, 35 km. */
export const distanceInWords = (metres: number): string => {
  if (metres < 100) return `${Math.max(1, Math.round(metres))} m`
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`
  return `${decimal.format(metres < 9_950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1_000))} km`
}
