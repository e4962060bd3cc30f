import type { FastifyReply } from 'fastify'

/**
 * Does the work for an answer as long as somebody waits for it.
 * @param work learns by its signal that the client has left, or has got everything
 */
export const whileWaitedFor = async (reply: FastifyReply, work: (leaving: AbortSignal) => Promise<unknown>): Promise<void> => {
  const leaving = new AbortController()
  if (reply.raw.destroyed) leaving.abort()
  else reply.raw.once('close', () => leaving.abort())
  try {
    await work(leaving.signal)
  } catch (error) {
    // Work that broke off because nobody waits any more did not fail, and there is nobody to answer.
    if (!leaving.signal.aborted) throw error
  }
}
