import type { Socket } from 'node:net'
import { maxIngestBytes } from '@mimamori/contract'
import type { FairRoom } from '../platform/fair-room.ts'
import type { Sender } from '../platform/route.ts'
import { packetTypes, watchPackets } from './packet-watch.ts'

// An unauthenticated client may send no more than its credentials.
const strangersBytes = 8_192
// A hundred topics, generously.
const controlBytes = 16_384
/** A message that is too long is still refused in words, up to this. */
export const longestMessage = 2 * maxIngestBytes

export type PacketFlow = {
  /** Whose connection it is, once that is known. */
  readonly belongTo: (sender: Sender) => void
  /** The next message is taken up. @returns what is called when it is settled */
  readonly begin: () => () => void
}

/**
 * Bounds what a connection has under way, by key and company: where there is no room no further message is read from
 * it until there is, so that a sender is slowed down as far as to its own socket. A packet too long, or with too many
 * topics, costs the connection at its head: the broker's parser would collect it before it looks at it.
 */
export const boundPackets = (socket: Socket, room: FairRoom): PacketFlow => {
  let sender: Sender | undefined
  let isWaiting = false
  // Messages begun and not yet taken up, in order: what each was counted.
  const begun: number[] = []
  const give = (bytes: number) => {
    if (sender !== undefined && bytes > 0) room.give(sender, bytes)
  }

  const watch = watchPackets((type, length) => {
    if (length > (sender === undefined ? strangersBytes : type === packetTypes.publish ? longestMessage : controlBytes)) return false
    if (type !== packetTypes.publish) return true
    const counted = sender === undefined ? 0 : length
    if (sender !== undefined) room.force(sender, counted)
    begun.push(counted)
    return true
  })
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const readWatched = (size?: number): Buffer | null => {
    const chunk = read(size)
    if (chunk === null || watch.passes(chunk)) return chunk
    socket.destroy(new Error('the packet is too long'))
    return null
  }
  const waitForRoom = (own: Sender): void => {
    if (isWaiting) return
    isWaiting = true
    void room.take(own, 1).then(() => {
      room.give(own, 1)
      isWaiting = false
      // The broker reads again when the socket says that there is something to read.
      if (!socket.destroyed) socket.emit('readable')
    })
  }
  /** What has begun comes to its end, or it would hold its room for ever; nothing new begins. */
  const readToEnd = (): Buffer | null => {
    const pieces: Buffer[] = []
    for (let size = 1; size > 0;) {
      size = Math.min(watch.lacking(), socket.readableLength)
      const piece = size === 0 ? null : readWatched(size)
      if (piece !== null) pieces.push(piece)
      else if (socket.destroyed) return null
    }
    return pieces.length === 0 ? null : Buffer.concat(pieces)
  }
  socket.read = (size?: number) => {
    if (sender === undefined || room.fits(sender, 1)) return readWatched(size)
    const rest = readToEnd()
    if (watch.lacking() === 0) waitForRoom(sender)
    return rest
  }
  socket.once('close', () => {
    for (const counted of begun.splice(0)) give(counted)
  })
  return {
    belongTo: (own) => {
      sender = own
    },
    begin: () => {
      const counted = begun.shift() ?? 0
      return () => give(counted)
    },
  }
}
