import { expect, test } from 'vitest'
import { messageCutter } from './cut-messages.ts'
import { packet, publishPacket, subscribePacket } from './test-packets.ts'

const topic = 'mimamori/v1/k/readings'
const ping = packet(0xc0, Buffer.alloc(0))

/** What comes out of a stream that is cut into pieces of a size, in order. */
const cutIn = (stream: Buffer, size: number, hasPlace = () => true): string[] => {
  const out: string[] = []
  const cutter = messageCutter(topic, (payload, messageId) => out.push(`${messageId}:${payload.toString()}`), hasPlace)
  for (let start = 0; start < stream.length; start += size) {
    cutter.add(stream.subarray(start, start + size))
    for (let others = cutter.others(); others !== null; others = cutter.others()) out.push(others.toString('hex'))
  }
  return out
}

const long = 'x'.repeat(20_000)
const others = [
  ping,
  subscribePacket(9, ['a/b']),
  publishPacket(topic, 3, 'released later', 2),
  publishPacket('mimamori/v1/other/readings', 4, 'not theirs', 1),
  publishPacket(`${topic}/more`, 5, 'elsewhere', 1),
  publishPacket('mimamori/v1/k', 6, '/readings', 0),
  // Too short for its topic, and for its number.
  packet(0x32, Buffer.from([0, 22])),
  publishPacket(topic, 0, '', 0).fill(0x32, 0, 1),
  // A quality that does not exist.
  publishPacket(topic, 7, 'x', 1).fill(0x36, 0, 1),
]

test('messages of the topic are handed on and all else is left, in order, however the stream is cut', () => {
  const stream = Buffer.concat([
    publishPacket(topic, 1, 'one', 1),
    publishPacket(topic, 0, 'no answer wanted', 0),
    ...others.flatMap((each, index) => [each, publishPacket(topic, 100 + index, String(index), 1)]),
    publishPacket(topic, 65_535, long, 1),
    publishPacket(topic, 2, '', 1).fill(0x3b, 0, 1),
  ])
  const expected = [
    '1:one',
    'undefined:no answer wanted',
    ...others.flatMap((each, index) => [each.toString('hex'), `${100 + index}:${index}`]),
    `65535:${long}`,
    '2:',
  ]
  for (const size of [1, 2, 3, 7, 64, 4_096, stream.length]) expect(cutIn(stream, size)).toEqual(expected)
})

test('adjacent packets for the broker go to it together', () => {
  const stream = Buffer.concat([ping, ping, publishPacket(topic, 1, 'one', 1), ping])
  expect(cutIn(stream, stream.length)).toEqual(['c000c000', '1:one', 'c000'])
})

test('without place for a message nothing behind it is answered, and with place it continues', () => {
  let place = 1
  const out: string[] = []
  const cutter = messageCutter(
    topic,
    (payload) => {
      place -= 1
      out.push(payload.toString())
    },
    () => place > 0,
  )
  cutter.add(Buffer.concat([publishPacket(topic, 1, 'one', 1), publishPacket(topic, 2, 'two', 1), ping]))
  expect([cutter.others(), out]).toEqual([null, ['one']])
  cutter.add(publishPacket(topic, 3, 'three', 1))
  expect([cutter.others(), out]).toEqual([null, ['one']])
  place = 2
  expect([cutter.others()?.toString('hex'), cutter.others(), out]).toEqual(['c000', null, ['one', 'two', 'three']])
})
