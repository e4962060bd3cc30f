import { parseArgs } from 'node:util'

/** What is said behind the name of a part: `kills 500`, `week --hours 0.5`. */
export type SoakOptions = {
  /** How often it does what it does. */
  readonly count: number | undefined
  /** How long it takes, hours. */
  readonly hours: number | undefined
}

export type ChosenPart = SoakOptions & { readonly name: string }

const positive = (text: string): number => {
  const number = Number(text)
  if (number > 0) return number
  throw new Error(`${text}: must be a number above 0`)
}

/**
 * Reads which parts of the soak are wanted: `kills 500 week --hours 0.5`. A number belongs to the name before it, hours to all.
 * @throws Error for an option or number that means nothing
 */
export const readSoakOptions = (words: readonly string[]): ChosenPart[] => {
  const { values, positionals } = parseArgs({ args: [...words], options: { hours: { type: 'string' } }, allowPositionals: true })
  const hours = values.hours === undefined ? undefined : positive(values.hours)
  const chosen: ChosenPart[] = []
  for (const word of positionals) {
    if (!/^[\d.]+$/.test(word)) chosen.push({ name: word, count: undefined, hours })
    else {
      const last = chosen.pop()
      if (last === undefined) throw new Error(`${word}: of which part?`)
      chosen.push({ ...last, count: positive(word) })
    }
  }
  return chosen
}
