import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice } from '../../shared/organisation/test-factories.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { ensurePartitions } from './partitions.ts'
import { createReceiver } from './receive.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

test.each([
  { isDivided: true, transactions: 1 },
  { isDivided: false, transactions: 4 },
])('480 readings of a message are stored by few transactions, on a cluster by one: $isDivided', async (one) => {
  const { context } = made
  const office = await makeOffice(context.db)
  const serials = Array.from({ length: 480 }, (_, index) => `V${index}`)
  const { company_id, office_id } = office
  await context.db
    .insertInto('device')
    .values(serials.map((serial) => ({ company_id, office_id, kind: 'vital', serial })))
    .execute()
  await ensurePartitions(context, [context.clock().getTime()])
  const { receive, drain } = createReceiver({ ...context, isDivided: one.isDivided })
  let transactions = 0
  const count = () => void (transactions += 1)
  context.pipelined.on('acquire', count)
  const at = context.clock().toISOString()
  const sender = { companyId: company_id, officeId: office_id, keyId: 'key' }
  const sent = serials.map((device) => ({ kind: 'vital', device, at, heartRate: 90 }))
  expect(await receive(sender, sent)).toMatchObject({ accepted: 480, rejected: [] })
  await drain()
  context.pipelined.off('acquire', count)
  expect(transactions).toBe(one.transactions)
})
