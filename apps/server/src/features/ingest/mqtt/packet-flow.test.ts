import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { FairRoom } from '../../../platform/traffic/fair-room.ts'
import { boundPackets } from './packet-flow.ts'
import { packet, publishPacket, subscribePacket } from './test-packets.ts'

const sender = { keyId: 'k', companyId: 1, officeId: 1 }
const ping = Buffer.from([0xc0, 0x00])

/** A message of so many bytes. */
const messageOf = (length: number): Buffer => packet(0x30, Buffer.alloc(length, 0x01))

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
  const message = messageOf(60_000)
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
  const message = messageOf(110_000)
  const stream = Buffer.concat([message, ping, message])
  for (let start = 0; start < stream.length; start += 997) await put(socket, stream.subarray(start, start + 997))
  // The chunk that ends a message may hold the head of the next.
  expect(taken()).toBeLessThan(message.length + 997)
  expect(room.held).toBe(110_000)
  flow.begin()()
  await turn()
  expect(taken()).toBe(stream.length)
})

test('a client that waits for its own room does not delay another key, and one that leaves gives its room back', async () => {
  const room = new FairRoom(300_000)
  const [own, other] = [connection(room), connection(room)]
  own.flow.belongTo(sender)
  other.flow.belongTo({ ...sender, keyId: 'other', companyId: 2 })
  const message = messageOf(60_000)
  await put(own.socket, message, message, message)
  await put(other.socket, messageOf(10))
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
    const stream = Buffer.concat([
      ping,
      subscribePacket(
        1,
        Array.from({ length: topics }, () => 'a/b'),
      ),
    ])
    for (let start = 0; start < stream.length; start += 7) await put(socket, stream.subarray(start, start + 7))
    expect(socket.destroyed, String(topics)).toBe(isRefused)
  }
})

test('a packet other than a message is short, and a stranger sends only such', async () => {
  const [stranger, known] = [connection(new FairRoom(300_000)), connection(new FairRoom(300_000))]
  known.flow.belongTo(sender)
  await put(stranger.socket, messageOf(9_000))
  await put(known.socket, packet(0x82, Buffer.alloc(20_000)))
  expect([stranger.socket.destroyed, known.socket.destroyed]).toEqual([true, true])
})

test('what the stream asks for of its own accord is not taken from the messages', async () => {
  const { socket, flow } = connection(new FairRoom(300_000))
  flow.belongTo(sender)
  socket.removeAllListeners('readable')
  const message = messageOf(110_000)
  await put(socket, message.subarray(0, 80_000))
  expect((socket.read() as Buffer).length).toBe(80_000)
  await put(socket, message.subarray(80_000))
  expect(socket.read(0)).toBeNull()
  expect((socket.read() as Buffer).length).toBe(message.length - 80_000)
})

/** A connection whose messages are taken and wait until they are released. */
const taking = (room: FairRoom) => {
  const { socket, flow, taken } = connection(room)
  const written: Buffer[] = []
  socket.write = (chunk: unknown) => {
    written.push(chunk as Buffer)
    return true
  }
  const held: { readonly text: string; readonly settle: (error?: Error) => void }[] = []
  flow.belongTo(sender)
  flow.takeMessages('t', (payload) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    held.push({ text: payload.toString(), settle: (error) => (error === undefined ? resolve() : reject(error)) })
    return promise
  })
  return { socket, taken, held, acknowledged: () => Buffer.concat(written).toString('hex') }
}

test('messages are acknowledged once they are taken, those of a moment together, and the broker sees none of them', async () => {
  const room = new FairRoom(300_000)
  const { socket, taken, held, acknowledged } = taking(room)
  await put(
    socket,
    Buffer.concat([publishPacket('t', 1, 'one', 1), publishPacket('t', 0, 'none', 0), ping, publishPacket('t', 0x203, 'two', 1)]),
  )
  expect(held.map(({ text }) => text)).toEqual(['one', 'none', 'two'])
  expect([taken(), acknowledged()]).toEqual([ping.length, ''])
  expect(room.held).toBeGreaterThan(0)
  for (const { settle } of held) settle()
  await turn()
  expect([acknowledged(), room.held]).toEqual(['4002000140020203', 0])
})

test('at the first message that is not taken the connection ends, and nothing of it is acknowledged any more', async () => {
  const room = new FairRoom(300_000)
  const { socket, held, acknowledged } = taking(room)
  await put(socket, Buffer.concat([publishPacket('t', 1, 'one', 1), publishPacket('t', 2, 'two', 1)]))
  held[0]?.settle(new Error('the database is away'))
  await turn()
  held[1]?.settle()
  await turn()
  expect([socket.destroyed, acknowledged(), room.held]).toEqual([true, '', 0])
})

test('a connection has five hundred messages under way', async () => {
  const { socket, held } = taking(new FairRoom(3_000_000))
  await put(socket, Buffer.concat(Array.from({ length: 600 }, (_, n) => publishPacket('t', n + 1, String(n), 1))))
  expect(held).toHaveLength(500)
  held[0]?.settle()
  await turn()
  expect(held).toHaveLength(501)
  for (const { settle } of held) settle()
  await turn()
  expect(held.at(-1)?.text).toBe('599')
})

test('a client that does not read its acknowledgements is read no further until it does', async () => {
  const { socket, held } = taking(new FairRoom(3_000_000))
  socket.write = () => false
  await put(socket, publishPacket('t', 1, 'one', 1))
  held[0]?.settle()
  await turn()
  await put(socket, publishPacket('t', 2, 'two', 1))
  expect(held).toHaveLength(1)
  socket.emit('drain')
  await turn()
  expect(held).toHaveLength(2)
})

test('a packet of which the broker has the beginning goes to it to the end', async () => {
  const { socket, flow, taken } = connection(new FairRoom(300_000))
  const texts: string[] = []
  flow.belongTo(sender)
  const first = publishPacket('t', 1, 'one', 1)
  await put(socket, first.subarray(0, 4))
  flow.takeMessages('t', async (payload) => void texts.push(payload.toString()))
  await put(socket, Buffer.concat([first.subarray(4), publishPacket('t', 2, 'two', 1)]))
  expect([taken(), texts]).toEqual([first.length, ['two']])
})
