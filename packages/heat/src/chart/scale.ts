const usualMax = 200
const roomAbovePeak = 25
const usualMin = 40

/** The heart-rate axis ends at 200, or 25 above a peak that would touch the top (spec §9). */
export const heartAxis = (rates: readonly (number | null)[]): { readonly min: number; readonly max: number } => {
  const known = rates.filter((rate) => rate !== null)
  const peak = Math.max(0, ...known)
  const lowest = Math.min(usualMin, ...known)
  return { min: lowest < usualMin ? 20 : usualMin, max: peak > usualMax - roomAbovePeak ? peak + roomAbovePeak : usualMax }
}

/** The position of a value, px from the chart's top; beyond the axis it stays at the plot's edge. */
export const yOf = (
  value: number,
  axis: { readonly min: number; readonly max: number },
  plot: { readonly top: number; readonly height: number },
): number => {
  const part = (value - axis.min) / (axis.max - axis.min)
  return plot.top + plot.height * (1 - Math.max(0, Math.min(1, part)))
}

/** Moves labels apart so that none covers its neighbour, each as little as can be; the order stays. */
export const spread = (places: readonly number[], apart: number): number[] => {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const moved = [...places]
  for (let index = order.length - 2; index >= 0; index -= 1) {
    const [upper, lower] = [order[index] ?? 0, order[index + 1] ?? 0]
    moved[upper] = Math.min(moved[upper] ?? 0, (moved[lower] ?? 0) - apart)
  }
  return moved
}
