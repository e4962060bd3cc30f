import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endWhenStuck } from './end-when-stuck.ts'

const stuckMs = 300
const server = createServer()
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = async (): Promise<{ answer: IncomingMessage; response: ServerResponse }> => {
  const { port } = server.address() as AddressInfo
  const requested = once(server, 'request')
  const answered = once(get({ port, host: '127.0.0.1' }), 'response')
  const [, response] = (await requested) as [IncomingMessage, ServerResponse]
  endWhenStuck(response, stuckMs)
  response.flushHeaders()
  const [answer] = (await answered) as [IncomingMessage]
  return { answer, response }
}

test('an answer that its client does not take is ended', async () => {
  const { answer, response } = await ask()
  answer.pause()
  response.write(Buffer.alloc(64 * 1024 * 1024))
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
  answer.destroy()
})

test('an answer that has nothing to write for longer is not', async () => {
  const { answer, response } = await ask()
  response.write('first')
  await once(response.socket as NonNullable<typeof response.socket>, 'timeout')
  response.end('second')
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(answer, 'end')
  expect(text).toBe('firstsecond')
})
