import { expect, test } from 'vitest'
import fc from 'fast-check'
import { type Member, sessionNameOf, shareOf, sharesFor, topicsOfKeys } from './shares.ts'

const hexKeys = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 16, maxLength: 16 })
  .map((digits) => digits.map((digit) => digit.toString(16)).join(''))

test('a key stays in its share for ever, and keys spread over all of them', () => {
  expect(['00f1e2d3c4b5a697', 'a0b1c2d3e4f50617', '8899aabbccddeeff'].map((keyId) => shareOf(keyId, 16))).toEqual([12, 15, 1])
  const keys = fc.sample(hexKeys, { numRuns: 4_000, seed: 1 })
  const counts = Array.from({ length: 16 }, (_, share) => keys.filter((keyId) => shareOf(keyId, 16) === share).length)
  for (const count of counts) expect(count).toBeGreaterThan(180)
})

test('one share is the session that every release before had; those of other numbers do not meet', () => {
  expect(sessionNameOf(1, 0)).toBe('mimamori')
  expect(sessionNameOf(8, 3)).toBe('mimamori-8-3')
  expect(sessionNameOf(16, 3)).toBe('mimamori-16-3')
})

test("a share's topics are its keys' own", () => {
  expect(topicsOfKeys(new Set(['k1', 'k2']))).toEqual({
    readings: ['mimamori/v1/k1/readings', 'mimamori/v1/k2/readings'],
    answers: ['mimamori/v1/k1/downlink-ack', 'mimamori/v1/k2/downlink-ack'],
  })
})

/** Each process, one after the other, gives back or takes what it is to, until nothing moves. */
const settle = (shares: number, start: readonly number[]): { readonly held: number[]; readonly moved: number } => {
  const held = [...start]
  let free = shares - held.reduce((sum, count) => sum + count, 0)
  let moved = 0
  for (let round = 0; round < 2 * held.length + 2; round++)
    for (let id = 0; id < held.length; id++) {
      const members: Member[] = held.map((count, other) => ({ id: other, held: count }))
      const change = Math.min(sharesFor(shares, members, id) - held[id]!, free)
      held[id]! += change
      free -= change
      moved += Math.abs(change)
    }
  return { held, moved }
}

test('the processes come out even from every start, and no share is left without one', () => {
  const cases = fc
    .record({ shares: fc.integer({ min: 1, max: 32 }), cuts: fc.array(fc.nat(32), { minLength: 1, maxLength: 7 }) })
    .map(({ shares, cuts }) => {
      let left = shares
      return {
        shares,
        start: cuts.map((cut) => {
          const taken = Math.min(cut, left)
          left -= taken
          return taken
        }),
      }
    })
  fc.assert(
    fc.property(cases, ({ shares, start }) => {
      const { held } = settle(shares, start)
      expect(held.reduce((sum, count) => sum + count, 0)).toBe(shares)
      expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1)
      expect(settle(shares, held).moved).toBe(0)
    }),
  )
})

test('a process that takes no part holds nothing', () => {
  expect(sharesFor(16, [{ id: 1, held: 16 }], 2)).toBe(0)
  expect(
    sharesFor(
      1,
      [
        { id: 1, held: 0 },
        { id: 2, held: 1 },
      ],
      1,
    ),
  ).toBe(0)
})
