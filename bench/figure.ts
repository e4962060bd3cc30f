/** One measured number: `ratio` is value over reference, both of the same run, since machines differ and drift. */
export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly reference: number | null
  readonly ratio: number | null
}

const rounded = (value: number) => Number(value.toPrecision(4))

/** Prints a figure as one line of JSON and hands it back. */
export const report = (name: string, value: number, unit: string, reference: number | null = null): Figure => {
  const figure = {
    name,
    value: rounded(value),
    unit,
    reference: reference === null ? null : rounded(reference),
    ratio: reference === null ? null : rounded(value / reference),
  }
  process.stdout.write(`${JSON.stringify(figure)}\n`)
  return figure
}

/** The value below which a share of the sample lies. */
export const percentile = (sample: readonly number[], share: number): number => {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
