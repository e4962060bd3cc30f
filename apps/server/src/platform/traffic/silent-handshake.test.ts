import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createHttp, usualPatience } from '../http/http.ts'
import { testConfig } from '../test-context.ts'
import { writeTestCertificate } from './test-certificate.ts'

const close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of close.splice(0).toReversed()) await end()
})

test.each([
  ['says nothing', undefined],
  ['begins a handshake', Buffer.from([0x16, 0x03, 0x01])],
])('over HTTPS, who %s is gone after the time there is for the handshake', async (_, bytes) => {
  const config = testConfig(writeTestCertificate())
  const app = await createHttp(config, pino({ level: 'silent' }), { ...usualPatience, headersTimeout: 50 })
  close.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  if (bytes !== undefined) socket.write(bytes)
  socket.resume()
  await closed
  expect(usualPatience.headersTimeout).toBe(10_000)
})
