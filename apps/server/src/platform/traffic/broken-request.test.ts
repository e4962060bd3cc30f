import { type AddressInfo, connect } from 'node:net'
import { message } from '@mimamori/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttp, usualPatience } from '../http/http.ts'
import { testConfig } from '../test-context.ts'

const answerTo = async (sent: string, patience = usualPatience): Promise<string> => {
  const app = await createHttp(testConfig(), pino({ level: 'silent' }), patience)
  app.post('/slow', async () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  await app.close()
  return answer
}

test('a request that takes too long gets an answer that says so in Japanese', async () => {
  const begun = 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  const answer = await answerTo(begun, { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain(JSON.stringify([message('E007')]))
})

test('a file may be on its way for ten minutes, as long as the console waits', () => {
  expect(usualPatience.requestTimeout).toBe(600_000)
})

test('what is no HTTP gets an answer that says so', async () => {
  const answer = await answerTo('hello\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain(JSON.stringify([message('E030')]))
})
