import { type Readable, Transform } from 'node:stream'
import { maxIngestBytes } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ComeAgain } from '../errors.ts'
import { FairRoom, type Holder } from './fair-room.ts'

// A request costs more than its body; at this price a key has some two thousand small ones under way at once.
const leastBytes = 2_000

// Each key one message of the largest size, or as much in smaller ones: reading them blocks the process for a moment.
const bytesOfAll = 64_000_000

// What a key has at once: some 16,000 readings, as many as may wait of it. More would be read only to be refused. One message
// of the largest size goes alone.
const bytesOfKey = 2_000_000

type Under = { readonly sender: Holder; bytes: number }

/**
 * Bounds the bodies of senders from before they are read until they are answered, by key and customer. One whose length
 * is not declared counts as it comes in.
 */
export const bodiesUnderWay = () => {
  const room = new FairRoom(bytesOfAll, maxIngestBytes)
  const counted = new WeakMap<FastifyRequest, Under>()
  const grow = (under: Under, bytes: number): boolean => {
    const held = room.heldBy(under.sender)
    const isAlone = held === under.bytes
    if ((!isAlone && held + bytes > bytesOfKey) || !room.tryTake(under.sender, bytes)) return false
    under.bytes += bytes
    return true
  }
  return {
    /** @throws Refusal 503 with Retry-After where the sender has too much under way */
    enter: (request: FastifyRequest, reply: FastifyReply, sender: Holder): void => {
      const announced = Number(request.headers['content-length'] ?? 0)
      // One that is too large is refused by its size.
      const under: Under = { sender, bytes: 0 }
      if (!grow(under, Math.min(Math.max(announced, leastBytes), maxIngestBytes))) throw new ComeAgain()
      counted.set(request, under)
      reply.raw.once('close', () => room.give(sender, under.bytes))
    },
    /** The body, counted as it comes in where its length was not said. */
    counting: async (request: FastifyRequest, _: FastifyReply, body: Readable): Promise<Readable> => {
      const under = counted.get(request)
      if (under === undefined || request.headers['transfer-encoding'] === undefined) return body
      let received = 0
      const counter = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          received += chunk.length
          const more = Math.max(0, Math.min(received, maxIngestBytes) - under.bytes)
          if (!grow(under, more)) return done(new ComeAgain())
          return done(null, chunk)
        },
      })
      return body.pipe(counter)
    },
  }
}
