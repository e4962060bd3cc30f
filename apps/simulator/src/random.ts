/** A source of numbers in [0, 1). */
export type Random = () => number

/** The generator mulberry32 (Tommy Ettinger, public domain): small, fast, and the same on every machine. */
export const mulberry32 = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// FNV-1a, so that equal labels meet equal numbers whatever order the world is built in.
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** A generator of its own for a labelled part of the world. */
export const fork = (seed: number, ...labels: readonly (string | number)[]): Random => mulberry32(hashOf(`${seed}/${labels.join('/')}`))

/** One number in [0, 1) that depends only on the seed and the labels: it has no state, so the order of calls does not matter. */
export const chance = (seed: number, ...labels: readonly (string | number)[]): number => {
  const random = fork(seed, ...labels)
  // Neighbouring labels give neighbouring hashes; the second draw is independent of that.
  random()
  return random()
}

/** A draw from the normal distribution with mean 0 and standard deviation 1 (Box–Muller). */
export const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Between which values a label's noise was last: it is read in steps much shorter than from one value to the next. */
const lastCells = new Map<string, { readonly cell: number; readonly left: number; readonly right: number }>()

const cellOf = (seed: number, label: string, cell: number) => {
  const key = `${seed}/${label}`
  const last = lastCells.get(key)
  if (last?.cell === cell) return last
  const next = { cell, left: chance(seed, label, cell), right: chance(seed, label, cell + 1) }
  lastCells.set(key, next)
  return next
}

/** Smooth noise in [−1, 1] along `x`, one new value a whole number, without jumps. */
export const smoothNoise = (seed: number, label: string, x: number): number => {
  const cell = Math.floor(x)
  const share = x - cell
  const eased = share * share * (3 - 2 * share)
  const { left, right } = cellOf(seed, label, cell)
  return (left + (right - left) * eased) * 2 - 1
}
