import type { ServerResponse } from 'node:http'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StreamPiece } from './stream-piece.ts'

const beginning = new StreamPiece('retry: 2000\n\n')

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or collects would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

const beginStream = (reply: FastifyReply, more: Readonly<Record<string, string>>): ServerResponse => {
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers, ...more }))
    if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200)
  return response
}

/** Turns an answer into a stream of server-sent events. The reply is taken over: nothing more may be sent by it. */
export const beginEventStream = (reply: FastifyReply): ServerResponse => {
  const response = beginStream(reply, {})
  response.write(beginning.plain)
  return response
}

/** How pieces are written to a stream of server-sent events. */
export type PieceStream = { readonly response: ServerResponse; readonly bytesOf: (piece: StreamPiece) => Buffer }

/** As `beginEventStream`, for pieces that many streams get: compressed for those who can unpack them. */
export const beginPieceStream = ({ headers: { 'accept-encoding': accepted = '' } }: FastifyRequest, reply: FastifyReply): PieceStream => {
  const isCompressed = negotiate(accepted, ['gzip']) === 'gzip'
  const response = beginStream(reply, { vary: 'accept-encoding', ...(isCompressed && { 'content-encoding': 'gzip' }) })
  const bytesOf = (piece: StreamPiece) => (isCompressed ? piece.compressed : piece.plain)
  response.write(isCompressed ? Buffer.concat([StreamPiece.gzipHead, beginning.compressed]) : beginning.plain)
  return { response, bytesOf }
}

/** One event; `position` is what a client resumes from that has received it. */
export const eventText = (event: string, data: string, position?: number): string =>
  `event: ${event}\ndata: ${data}\n${position === undefined ? '' : `id: ${position}\n`}\n`
