import { setTimeout as after } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

// Anyone who takes a file slowly keeps only themselves waiting, but not for ever.
const longestMs = 10_000

/**
 * Does work that answers, or begins to send a file, which is written as it is read; then it is over once the file has left.
 * Work without an answer has begun to send something.
 */
export const untilSent = async <Answer>(reply: FastifyReply, work: () => Promise<Answer>): Promise<Answer> => {
  const answer = await work()
  const { raw } = reply
  // Sent already is what has ended, and a live stream, which writes by itself for as long as somebody listens.
  if (answer !== undefined || reply.sent || raw.destroyed) return answer
  const left = new Promise<void>((resolve) => {
    raw.once('finish', resolve)
    raw.once('close', resolve)
  })
  await Promise.race([left, after(longestMs, undefined, { ref: false })])
  return answer
}
