import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

/** What fits into one packet arrives no sooner when it is shorter. Answers that hold tokens or keys are shorter than that. */
const leastBytes = 1_400

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

const encodings = Object.keys(compressors) as (keyof typeof compressors)[]

/**
 * Compresses answers in JSON for those who can unpack them (decisions/0172). Streams and files go as they are; files of the
 * console are compressed when it is built.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastBytes / 3 || reply.hasHeader('content-encoding')) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    const bytes = Buffer.from(payload)
    if (bytes.length < leastBytes) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings)
    if (encoding === null) return payload
    reply.header('content-encoding', encoding)
    return compressors[encoding](bytes)
  })
}
