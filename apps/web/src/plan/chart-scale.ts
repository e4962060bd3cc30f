/** °C between two lines of the scale. */
const step = 4

type ChartScale = {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
  readonly yOf: (value: number) => number
}

/** The scale of the day's heat: whole steps of 4 °C (…, 24, 28, 32) that hold all values, at least two of them. @param height of the drawing, px */
export const chartScale = (values: readonly number[], height: number): ChartScale => {
  const min = Math.floor(Math.min(...values) / step) * step
  const max = Math.max(min + 2 * step, Math.ceil(Math.max(...values) / step) * step)
  return {
    min,
    max,
    ticks: Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step),
    yOf: (value) => Math.round((1 - (value - min) / (max - min)) * height * 10) / 10,
  }
}

export type LimitLine = { readonly value: number; readonly name: string; readonly kind: 'limit' | 'notAcclimatised' }

/** The limits that the chart draws, each value once, those of the groups first, at the height of a name or more apart. */
export const limitLines = (
  groups: readonly { readonly limit: number; readonly acclimatised: boolean; readonly unacclimatised: { readonly limit: number } | null }[],
): LimitLine[] => {
  const unique = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => b - a)
  const own = unique(groups.filter(({ acclimatised }) => acclimatised).map(({ limit }) => limit))
  const others = unique(groups.flatMap((group) => (group.acclimatised ? [] : [group.limit]).concat(group.unacclimatised?.limit ?? [])))
  return [
    ...own.map((value) => ({ value, name: '基準値', kind: 'limit' as const })),
    ...others.filter((value) => !own.includes(value)).map((value) => ({ value, name: '慣れていない人', kind: 'notAcclimatised' as const })),
  ]
}

/** Of names at heights, those that have room: each at least `room` px from those before. */
export const withRoom = <Item>(
  items: readonly Item[],
  yOf: (item: Item) => number,
  room: number,
  taken: readonly number[] = [],
): Item[] => {
  const kept: Item[] = []
  for (const item of items) {
    const isFree = [...taken, ...kept.map(yOf)].every((y) => Math.abs(y - yOf(item)) >= room)
    if (isFree) kept.push(item)
  }
  return kept
}
