import { expect, test, vi } from 'vitest'
import { makeOffice } from '../shared/organisation/test-factories.ts'
import { startTestApp } from '../test-app.ts'
import { connectMeters, sendFromMeters } from './lorawan-meters.ts'

const product = await startTestApp()
const { db, pool } = product.context

test("the demo's meters send as ChirpStack does; one of them waits for its device, and a second start continues", async () => {
  const { company_id: companyId, office_id: officeId } = await makeOffice(db)
  product.time.now = new Date()
  const first = await connectMeters(pool, { companyId, officeId })
  const secret = await connectMeters(pool, { companyId, officeId })
  expect(first).not.toBe(secret)
  const url = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const stopping = new AbortController()
  const troubles: string[] = []
  const sending = sendFromMeters({ url, secret, onTrouble: (message) => void troubles.push(message), signal: stopping.signal })
  await vi.waitFor(async () => {
    const kept = await db.selectFrom('connection_message').select('dev_eui').where('company_id', '=', companyId).execute()
    expect(kept).toHaveLength(3)
  }, 60_000)
  stopping.abort()
  await sending
  const readings = await db.selectFrom('reading').select(['wbgt', 'battery']).where('company_id', '=', companyId).orderBy('wbgt').execute()
  expect(readings).toEqual([
    { wbgt: 26.3, battery: 3 },
    { wbgt: 28.2, battery: 3 },
  ])
  expect(troubles).toEqual([])
})
