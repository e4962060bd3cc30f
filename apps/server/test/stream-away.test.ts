import { expect, inject, test } from 'vitest'
import { makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { openStream } from '../src/platform/http/test-stream.ts'
import { createTestApp } from '../src/test-app.ts'
import { cutDatabase } from './durability/cut-database.ts'

test('while the database cannot be read the live stream says so, and continues once it can', async () => {
  const product = await createTestApp()
  const { people } = await makeTenants(product.context.db)
  const url = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(`${url}/api/live`, await product.as(people.leader))
  await stream.find(({ event }) => event === 'ping')
  await cutDatabase(inject('testServerUrl'), product.url, () => stream.find(({ event }) => event === 'away'))
  const received = stream.events.length
  await stream.find((event) => event.event === 'ping' && stream.events.indexOf(event) >= received, 60_000)
  expect(stream.isEnded).toBe(false)
  await product.close()
})
