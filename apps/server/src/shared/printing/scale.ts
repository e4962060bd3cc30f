/** An axis of values: its ends, and the values it is labelled at. */
export type Axis = { readonly min: number; readonly max: number; readonly ticks: readonly number[] }

const most = 5

/** An axis in whole steps of 1, 2 or 5 that holds all the values, with at most five steps. */
export const axisOf = (values: readonly number[]): Axis => {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(greatest - least, 1)
  const rough = 10 ** Math.floor(Math.log10(span / most))
  const step =
    [1, 2, 5, 10, 20]
      .map((times) => Math.max(1, rough * times))
      .find((pace) => Math.ceil(greatest / pace) - Math.floor(least / pace) <= most) ?? span
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(greatest / step), Math.floor(least / step) + 1)]
  return { min: first * step, max: last * step, ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step) }
}

/** The height of a value between the top and the foot of a plot, pt; beyond the axis at its edge. */
export const heightOf = (value: number, { min, max }: Axis, { top, height }: { readonly top: number; readonly height: number }): number => {
  const part = (value - min) / (max - min)
  return top + height * (1 - Math.max(0, Math.min(1, part)))
}

/** A value of an axis with the real minus. */
export const tickText = (value: number): string => String(value).replace('-', '−')
