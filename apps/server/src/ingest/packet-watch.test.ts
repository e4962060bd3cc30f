import { expect, test } from 'vitest'
import { watchPackets } from './packet-watch.ts'

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
const upTo = (limit: number) => watchPackets((_, length) => length <= limit)

test('packets up to the limit pass, however the stream is cut', () => {
  const stream = Buffer.concat([packet(0), packet(5), packet(127), packet(128), packet(1_000), packet(20_000), packet(0)])
  for (const size of [1, 2, 3, 7, 64, 4_096, stream.length]) {
    const { passes, lacking } = upTo(20_000)
    for (let start = 0; start < stream.length; start += size) expect(passes(stream.subarray(start, start + size))).toBe(true)
    expect(lacking()).toBe(0)
  }
})

test('a longer one is seen at its head, before it is there', () => {
  const { passes } = upTo(20_000)
  expect(passes(packet(100))).toBe(true)
  expect(passes(packet(20_001).subarray(0, 4))).toBe(false)
})

test('what a packet lacks is known from its head on', () => {
  const { passes, lacking } = upTo(20_000)
  const stream = packet(1_000)
  passes(stream.subarray(0, 1))
  expect(lacking()).toBe(1)
  passes(stream.subarray(1, 2))
  expect(lacking()).toBe(1)
  passes(stream.subarray(2, 3))
  expect(lacking()).toBe(1_000)
  passes(stream.subarray(3))
  expect(lacking()).toBe(0)
})

test('a length of more than four bytes is refused', () => {
  expect(upTo(Number.MAX_SAFE_INTEGER).passes(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff]))).toBe(false)
})
