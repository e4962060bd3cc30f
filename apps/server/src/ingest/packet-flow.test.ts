import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { FairRoom } from '../platform/fair-room.ts'
import { boundPackets } from './packet-flow.ts'

const sender = { keyId: 'k', companyId: 1, officeId: 1 }
const publish = 0x30
const ping = Buffer.from([0xc0, 0x00])

/** One packet: type, remaining length, filler. */
const packet = (head: number, length: number): Buffer => {
  const bytes = [head]
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      bytes.push(rest)
      break
    }
    bytes.push((rest % 128) + 128)
  }
  return Buffer.concat([Buffer.from(bytes), Buffer.alloc(length, 0x01)])
}

/** A SUBSCRIBE of so many topics. */
const subscribe = (topics: number): Buffer => {
  const topic = Buffer.from([0x00, 0x03, 0x61, 0x2f, 0x62, 0x01])
  const body = packet(0x82, 2 + topics * topic.length)
  const head = body.length - 2 - topics * topic.length
  for (let n = 0; n < topics; n++) topic.copy(body, head + 2 + n * topic.length)
  return body
}

/** A connection into which packets are put, and what its reader took from it. */
const connection = (room: FairRoom) => {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  socket.on('error', () => undefined)
  const flow = boundPackets(socket as unknown as Socket, room)
  let taken = 0
  socket.on('readable', () => {
    for (let chunk: unknown = socket.read(); Buffer.isBuffer(chunk); chunk = socket.read()) taken += chunk.length
  })
  return { socket, flow, taken: () => taken }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const put = async (socket: Duplex, ...packets: Buffer[]) => {
  for (const each of packets) {
    socket.push(each)
    await turn()
  }
}

test('a sender is read no further while there is no room, and again once there is', async () => {
  const room = new FairRoom(300_000)
  const { socket, flow, taken } = connection(room)
  flow.belongTo(sender)
  const message = packet(publish, 60_000)
  await put(socket, message, message, message)
  expect(taken()).toBe(2 * message.length)
  expect(room.held).toBe(120_000)
  flow.begin()()
  await turn()
  expect(taken()).toBe(3 * message.length)
  await put(socket, message)
  expect(taken()).toBe(3 * message.length)
  flow.begin()()
  await turn()
  expect(taken()).toBe(4 * message.length)
})

test('a message that began is read to its end however it comes, and the next is not begun', async () => {
  const room = new FairRoom(300_000)
  const { socket, flow, taken } = connection(room)
  flow.belongTo(sender)
  const message = packet(publish, 110_000)
  const stream = Buffer.concat([message, ping, message])
  for (let start = 0; start < stream.length; start += 997) await put(socket, stream.subarray(start, start + 997))
  // The chunk that ends a message may hold the head of the next.
  expect(taken()).toBeLessThan(message.length + 997)
  expect(room.held).toBe(110_000)
  flow.begin()()
  await turn()
  expect(taken()).toBe(stream.length)
})

test('who waits for their own room does not hold up another key, and who goes away gives theirs back', async () => {
  const room = new FairRoom(300_000)
  const [own, other] = [connection(room), connection(room)]
  own.flow.belongTo(sender)
  other.flow.belongTo({ ...sender, keyId: 'other', companyId: 2 })
  const message = packet(publish, 60_000)
  await put(own.socket, message, message, message)
  await put(other.socket, packet(publish, 10))
  expect(other.taken()).toBe(12)
  own.socket.destroy()
  other.socket.destroy()
  await turn()
  expect(room.held).toBe(0)
})

test('a packet asks for a hundred topics at most', async () => {
  for (const [topics, isRefused] of [
    [100, false],
    [101, true],
    [2_000, true],
  ] as const) {
    const { socket, flow } = connection(new FairRoom(300_000))
    flow.belongTo(sender)
    const stream = Buffer.concat([ping, subscribe(topics)])
    for (let start = 0; start < stream.length; start += 7) await put(socket, stream.subarray(start, start + 7))
    expect(socket.destroyed, String(topics)).toBe(isRefused)
  }
})

test('a packet other than a message is short, and a stranger sends only such', async () => {
  const [stranger, known] = [connection(new FairRoom(300_000)), connection(new FairRoom(300_000))]
  known.flow.belongTo(sender)
  await put(stranger.socket, packet(publish, 9_000))
  await put(known.socket, packet(0x82, 20_000))
  expect([stranger.socket.destroyed, known.socket.destroyed]).toEqual([true, true])
})
