import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to the product as slow as a phone's: so many bytes a second for all of its connections together, and as long a way there and back. */
export type SlowLine = {
  readonly url: string
  /** Bytes that have arrived at the browser so far, headers and all. */
  readonly bytes: () => number
  readonly close: () => Promise<void>
}

export type LineSpeed = { readonly kbitPerSecond: number; readonly roundTripMs: number }

const packetBytes = 1_460
const tickMs = 5
/** More than this of one connection is not read ahead. */
const queueBytes = 65_536

type Queue = { readonly to: Socket; readonly from: Socket; readonly packets: Buffer[]; bytes: number; hasEnded: boolean }

const packetsOf = (data: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(data.length / packetBytes) }, (_, n) => data.subarray(n * packetBytes, (n + 1) * packetBytes))

/**
 * Lays a slow line to a product's address. The connections take turns packet by packet. A connection is made after one round trip, as with TCP;
 * neither TLS nor a slow start is played, and upwards only the way is long. It slows down everything, also what a service worker fetches,
 * which Chromium's own throttling of a page leaves out.
 */
export const laySlowLine = async (to: string, { kbitPerSecond, roundTripMs }: LineSpeed): Promise<SlowLine> => {
  const { hostname, port } = new URL(to)
  const bytesPerMs = kbitPerSecond / 8
  const queues = new Set<Queue>()
  let arrived = 0
  let allowance = 0
  let lastTick = performance.now()

  const deliver = (queue: Queue, packet: Buffer) => {
    setTimeout(() => {
      arrived += packet.length
      if (!queue.to.destroyed) queue.to.write(packet)
    }, roundTripMs / 2)
  }
  const endOf = (queue: Queue) => {
    queues.delete(queue)
    setTimeout(() => queue.to.end(), roundTripMs / 2)
  }
  const sendTurn = (): boolean => {
    let hasSent = false
    for (const queue of queues) {
      if (allowance <= 0) return false
      const packet = queue.packets.shift()
      if (packet === undefined) {
        if (queue.hasEnded) endOf(queue)
        continue
      }
      allowance -= packet.length
      queue.bytes -= packet.length
      deliver(queue, packet)
      if (queue.bytes < queueBytes) queue.from.resume()
      hasSent = true
      // Its next turn is after the others'.
      queues.delete(queue)
      queues.add(queue)
      break
    }
    return hasSent
  }
  const timer = setInterval(() => {
    const now = performance.now()
    allowance = Math.min(allowance + (now - lastTick) * bytesPerMs, 20 * tickMs * bytesPerMs)
    lastTick = now
    while (sendTurn());
  }, tickMs)

  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const queue: Queue = { to: near, from: far, packets: [], bytes: 0, hasEnded: false }
    queues.add(queue)
    for (const end of [near, far]) {
      sockets.add(end)
      end.setNoDelay(true)
      end.on('error', () => undefined).on('close', () => sockets.delete(end))
    }
    far.on('data', (data: Buffer) => {
      queue.packets.push(...packetsOf(data))
      queue.bytes += data.length
      if (queue.bytes >= queueBytes) far.pause()
    })
    far.on('close', () => void (queue.hasEnded = true))
    const openAt = performance.now() + roundTripMs
    near.on('data', (data: Buffer) => {
      const wait = Math.max(0, openAt - performance.now()) + roundTripMs / 2
      setTimeout(() => far.write(data), wait)
    })
    near.on('close', () => {
      queues.delete(queue)
      far.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => arrived,
    close: async () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
