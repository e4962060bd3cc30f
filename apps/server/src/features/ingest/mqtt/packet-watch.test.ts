import { expect, test } from 'vitest'
import { watchPackets } from './packet-watch.ts'
import { packet } from './test-packets.ts'

/** A message of so many bytes. */
const message = (length: number): Buffer => packet(0x30, Buffer.alloc(length, 0xff))
const upTo = (limit: number) => watchPackets((_, length) => length <= limit)

test('packets up to the limit pass, however the stream is cut', () => {
  const stream = Buffer.concat([message(0), message(5), message(127), message(128), message(1_000), message(20_000), message(0)])
  for (const size of [1, 2, 3, 7, 64, 4_096, stream.length]) {
    const { passes, lacking } = upTo(20_000)
    for (let start = 0; start < stream.length; start += size) expect(passes(stream.subarray(start, start + size))).toBe(true)
    expect(lacking()).toBe(0)
  }
})

test('a longer one is seen at its head, before it is there', () => {
  const { passes } = upTo(20_000)
  expect(passes(message(100))).toBe(true)
  expect(passes(message(20_001).subarray(0, 4))).toBe(false)
})

test('what a packet lacks is known from its head on', () => {
  const { passes, lacking } = upTo(20_000)
  const stream = message(1_000)
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
