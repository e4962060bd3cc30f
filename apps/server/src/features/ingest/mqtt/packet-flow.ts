import type { Socket } from 'node:net'
import { maxIngestBytes } from '@mimamori/contract'
import type { FairRoom } from '../../../platform/traffic/fair-room.ts'
import type { Sender } from '../../../platform/http/route.ts'
import { acknowledger } from './acknowledger.ts'
import { messageCutter, type MessageCutter } from './cut-messages.ts'
import { packetTypes, watchPackets } from './packet-watch.ts'

// An unauthenticated client may send no more than its credentials.
const strangersBytes = 8_192
// A hundred topics, generously.
const controlBytes = 16_384
/** A message that is too long is still refused in words, up to this. */
export const longestMessage = 2 * maxIngestBytes
// Messages of a connection that are taken up and not settled: a gateway keeps fewer under way.
const mostUnsettled = 500

export type PacketFlow = {
  /** Whose connection it is, once that is known. */
  readonly belongTo: (sender: Sender) => void
  /** The next message is taken up. @returns what is called when it is settled */
  readonly begin: () => () => void
  /** After how many ms without a packet the connection is over; before that only the broker's own time counts. */
  readonly endAfter: (silenceMs: number) => void
  /**
   * From now on messages of that topic with QoS 0 or 1 go past the broker. Each is acknowledged once it is taken; at the
   * first that is not, the connection ends.
   */
  readonly takeMessages: (topic: string, take: (payload: Buffer) => Promise<void>) => void
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
  let silence: NodeJS.Timeout | undefined
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const readWatched = (size?: number): Buffer | null => {
    const chunk = read(size)
    if (chunk !== null) silence?.refresh()
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
      readOn()
    })
  }
  /** The broker reads again when the socket says that there is something to read. */
  const readOn = (): void => {
    if (!socket.destroyed) socket.emit('readable')
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
  const readBounded = (size?: number): Buffer | null => {
    if (sender === undefined || room.fits(sender, 1)) return readWatched(size)
    const rest = readToEnd()
    if (watch.lacking() === 0) waitForRoom(sender)
    return rest
  }
  const begin = () => {
    const counted = begun.shift() ?? 0
    return () => give(counted)
  }
  let unsettled = 0
  let cutter: MessageCutter | undefined
  const acknowledge = acknowledger(socket, readOn)
  const hasPlace = () => unsettled < mostUnsettled && !acknowledge.isStuck() && !socket.destroyed
  /** What is for the broker. */
  const readOthers = (messages: MessageCutter): Buffer | null => {
    for (;;) {
      const others = messages.others()
      if (others !== null || !hasPlace()) return others
      const chunk = readBounded()
      if (chunk === null) return null
      messages.add(chunk)
    }
  }
  let isCut = false
  socket.read = (size?: number) => {
    // So the stream asks for more of its own accord, and drops what it is answered.
    if (size === 0) return read(0)
    if (cutter === undefined) return readBounded(size)
    if (isCut) return readOthers(cutter)
    // The broker has the beginning of a packet, and is given its end.
    if (watch.lacking() > 0) return readToEnd()
    isCut = true
    return readOthers(cutter)
  }
  socket.once('close', () => {
    clearTimeout(silence)
    for (const counted of begun.splice(0)) give(counted)
  })
  return {
    belongTo: (own) => {
      sender = own
    },
    begin,
    endAfter: (silenceMs) => {
      silence = setTimeout(() => socket.destroy(new Error('keep alive timeout')), silenceMs)
    },
    takeMessages: (topic, take) => {
      const settled = () => {
        unsettled -= 1
        // Only who was at the bound waits for this.
        if (unsettled === mostUnsettled - 1) readOn()
      }
      cutter = messageCutter(
        topic,
        (payload, messageId) => {
          const settle = begin()
          unsettled += 1
          take(payload).then(
            () => {
              settle()
              if (messageId !== undefined) acknowledge.add(messageId)
              settled()
            },
            (error: Error) => {
              settle()
              socket.destroy(error)
            },
          )
        },
        hasPlace,
      )
    },
  }
}
