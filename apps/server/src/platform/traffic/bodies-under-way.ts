import { type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admission } from './admission-policy.ts'
import { FairRoom, type Holder } from './fair-room.ts'

const { bytesOfAll, bytesOfKey, bytesOfMessage, leastBytes, refuse } = admission.bodiesUnderWay

type Under = { readonly sender: Holder; bytes: number }

/**
 * Bounds the bodies of senders from before they are read until they are answered, by key and customer. One whose length
 * is not declared counts as it comes in.
 */
export const bodiesUnderWay = () => {
  const room = new FairRoom(bytesOfAll, bytesOfMessage)
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
      if (!grow(under, Math.min(Math.max(announced, leastBytes), bytesOfMessage))) throw refuse()
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
          const more = Math.max(0, Math.min(received, bytesOfMessage) - under.bytes)
          if (!grow(under, more)) return done(refuse())
          return done(null, chunk)
        },
      })
      return body.pipe(counter)
    },
  }
}
