import type { Socket } from 'node:net'
import { message } from '@mimamori/contract'

// What is still on its way is read meanwhile: a connection closed over unread data takes its answer along.
const lingerMs = 2_000

const answerFor = (code: string | undefined): readonly [status: string, text: string] => {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', message('E007')]
    case 'HPE_HEADER_OVERFLOW':
      return ['431 Request Header Fields Too Large', message('tooLarge')]
    default:
      return ['400 Bad Request', message('E030')]
  }
}

/** Answers a request that never came to be one: too slow, too long, no HTTP. */
export const answerBrokenRequest = (error: { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const [status, text] = answerFor(error.code)
  const body = JSON.stringify([text])
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
