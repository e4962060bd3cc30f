import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { openStream } from './platform/http/test-stream.ts'
import { startTestApp } from './test-app.ts'

/** A product at a port for the tests of a file, whose live streams end with the test that opens them. */
export const startLiveTests = async () => {
  const product = await startTestApp()
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}/api/live`
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })

  const open = async (user: { user_id: number }, query = '', position?: string) => {
    const stream = await openStream(`${url}${query}`, await product.as(user), position)
    streams.push(stream)
    return stream
  }
  /** Opens a stream and waits for its first ping, before which it is brought up to date. */
  const listen = async (user: { user_id: number }, query = '', position?: string) => {
    const stream = await open(user, query, position)
    await stream.find(({ event }) => event === 'ping')
    return stream
  }
  return { product, url, streams, open, listen }
}
