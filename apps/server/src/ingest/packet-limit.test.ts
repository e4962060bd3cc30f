import { expect, test } from 'vitest'
import { frameWatch } from './packet-limit.ts'

/** One packet: type, remaining length, filler. */
const packet = (length: number): Buffer => {
  const head = [0x30]
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      head.push(rest)
      break
    }
    head.push((rest % 128) + 128)
  }
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length, 0xff)])
}

test('packets up to the limit pass, however the stream is cut', () => {
  const stream = Buffer.concat([packet(0), packet(5), packet(127), packet(128), packet(1_000), packet(20_000), packet(0)])
  for (const size of [1, 2, 3, 7, 64, 4_096, stream.length]) {
    const passes = frameWatch(() => 20_000)
    for (let start = 0; start < stream.length; start += size) expect(passes(stream.subarray(start, start + size))).toBe(true)
  }
})

test('a longer one is seen at its head, before it is there', () => {
  const passes = frameWatch(() => 20_000)
  expect(passes(packet(100))).toBe(true)
  expect(passes(packet(20_001).subarray(0, 4))).toBe(false)
})

test('the limit is the one of the moment', () => {
  let limit = 100
  const passes = frameWatch(() => limit)
  expect(passes(packet(100))).toBe(true)
  limit = 1_000
  expect(passes(packet(1_000))).toBe(true)
})
