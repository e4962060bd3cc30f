/** From this WBGT on, ℃, work is work in heat (安衛則 第612条の2). */
export const heatFrom = 28

const step = 3

/** The axis of WBGT: steps of three around 28, so that 25, 28 and 31 are lines of it; it holds all values. */
export const wbgtRange = (values: readonly number[]): { readonly min: number; readonly max: number; readonly ticks: readonly number[] } => {
  const min = heatFrom - step * Math.max(1, Math.ceil((heatFrom - Math.min(...values)) / step))
  const max = heatFrom + step * Math.max(1, Math.ceil((Math.max(...values) - heatFrom) / step))
  return { min, max, ticks: Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step) }
}
