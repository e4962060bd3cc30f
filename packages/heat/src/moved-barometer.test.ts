import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from './milliseconds.ts'
import { barometerMovedAt, isMoveCertain, type Pressure } from './moved-barometer.ts'

const seaLevel = 101_325
const at = (minutes: number) => minutes * MINUTE_MS

/** Values of minute and change against sea level, Pa. */
const values = (...changes: readonly (readonly [minutes: number, pa: number])[]): Pressure[] =>
  changes.map(([minutes, pa]) => ({ at: at(minutes), pressurePa: seaLevel + pa }))

const movedAt = (
  own: Pressure[],
  { others = [], zeroed = null, known = null }: { others?: Pressure[][]; zeroed?: number | null; known?: number | null } = {},
) => {
  const moved = barometerMovedAt({
    values: own,
    others,
    zeroedAt: zeroed === null ? null : at(zeroed),
    movedAt: known === null ? null : at(known),
  })
  return moved === null ? null : moved / MINUTE_MS
}

describe('a barometer alone', () => {
  it.each([
    ['stays where it is', values([0, 0], [10, 5], [20, -8]), null],
    ['is carried up ten metres', values([0, 0], [10, -118], [20, -118]), 10],
    ['is carried down three metres', values([0, 0], [5, 36]), 5],
    ['changes by exactly 30 Pa', values([0, 0], [15, 30]), null],
    ['is carried slowly, a little with each value', values([0, 0], [4, -12], [8, -24], [12, -36]), 12],
    ['changes with the weather, 30 Pa in over 15 minutes', values([0, 0], [10, 20], [20, 40], [30, 60]), null],
    ['reports each half hour and is carried', values([0, 0], [30, -118]), 30],
    ['reports each half hour in changing weather', values([0, 0], [30, -55]), null],
    ['has one value', values([0, 0]), null],
    ['has none', [], null],
  ])('that %s', (_, own, moved) => {
    expect(movedAt(own)).toBe(moved)
  })
})

describe('a barometer beside others', () => {
  it('stays where all change alike, whatever the weather does, also where they do not report at once', () => {
    expect(movedAt(values([0, 0], [10, -90]), { others: [values([1, 0], [11, -95])] })).toBe(null)
    expect(movedAt(values([0, -22], [10, -67]), { others: [values([-5, 0], [5, -45], [15, -90])] })).toBe(null)
  })

  it('was moved where it drifts from them; of two the one that changed more', () => {
    const [still, carried] = [values([0, 0], [10, 3]), values([0, 0], [10, -118])]
    expect(movedAt(carried, { others: [still] })).toBe(10)
    expect(movedAt(still, { others: [carried] })).toBe(null)
    expect(movedAt(values([0, 0], [10, -10]), { others: [values([0, 0], [10, 25]), values([0, 0], [10, 25])] })).toBe(10)
  })

  it('is judged alone where they were not heard at both times', () => {
    expect(movedAt(values([0, 0], [10, -90]), { others: [values([-60, 0], [-50, -90])] })).toBe(10)
  })

  it('is decided again within 15 minutes by what the others show meanwhile, and not later', () => {
    const own = values([0, 0], [10, -90], [20, -90])
    expect(movedAt(own, { others: [values([1, 0], [11, -90])], known: 10 })).toBe(null)
    expect(movedAt([...own, ...values([30, -90])], { others: [values([1, 0], [11, -90])], known: 10 })).toBe(10)
  })
})

describe('a move', () => {
  it.each([
    ['alone', values([0, 0], [10, -90]), [], true],
    ['the other was not heard since', values([0, 0], [10, -90]), [values([1, 0])], false],
    ['the other was heard since', values([0, 0], [10, -90]), [values([1, 0], [11, 0])], true],
    ['the other has been silent for long', values([0, 0], [10, -90]), [values([-10, 0])], true],
    ['nobody answered for 15 minutes', values([0, 0], [10, -90], [25, -90]), [values([1, 0])], true],
  ])('is certain where %s: %#', (_, own, others, certain) => {
    expect(isMoveCertain(at(10), { values: own, others })).toBe(certain)
  })
})

describe('a moved barometer', () => {
  const carried = values([0, 0], [10, -118], [20, -118], [30, -118])

  it('stays moved until somebody zeroes heights, and then counts from there', () => {
    expect(movedAt(values([100, -118], [110, -118]), { known: 10 })).toBe(10)
    expect(movedAt(carried, { zeroed: 15, known: 10 })).toBe(null)
    expect(movedAt([...carried, ...values([40, 0])], { zeroed: 15, known: 10 })).toBe(40)
  })

  it('is moved also where heights were zeroed by a value from before it was carried', () => {
    expect(movedAt(values([0, 0], [10, -118]), { zeroed: 5 })).toBe(10)
  })

  it('counts from its first move', () => {
    expect(movedAt(values([0, 0], [10, -118], [20, 0]))).toBe(10)
  })
})
