import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { beginning, type Digests, type EntryContent, entryContent, hashEntry } from '../../shared/audit/log-chain.ts'
import { sayFaults } from './fault-words.ts'
import { forgetReadsJob } from './forget-reads.ts'
import { compareReceipt, readReceipt, writeReceipt } from './receipt.ts'
import { sealLogJob } from './seal-job.ts'
import { verifyLog } from './verify.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let db: Db
beforeEach(async () => {
  made = await createTestContext()
  db = made.context.db
})
afterEach(() => made.drop())

const seal = () => takeTurn(made.context, sealLogJob)
/** Seals what is there as releases before the digests did. */
const sealWhole = async () => {
  const { rows } = await sql<{ audit_id: number; text: string }>`
    select a.audit_id, jsonb_build_array(
      a.company_id, a.chain, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.user_id, a.user_name, a.office_id,
      a.action, a.resource, a.resource_id, a.before, a.after, a.address)::text as text
      from audit_log a order by a.audit_id`.execute(db)
  let hash: Buffer = beginning
  for (const [index, { audit_id, text }] of rows.entries()) {
    hash = createHash('sha256')
      .update(hash)
      .update(`${index + 1}\n${text}`)
      .digest()
    await sql`update audit_log set chain_no = ${index + 1}, hash = ${hash} where audit_id = ${audit_id}`.execute(db)
  }
  await sql`insert into audit_chain (company_id, chain, last_no, last_hash) values (1, 'change', ${rows.length}, ${hash})`.execute(db)
}
const entry = { actor: null, address: '192.0.2.1', resource: 'group', officeId: null, companyId: 1 } as const
const write = (resourceId: string, more: Partial<Parameters<typeof writeAudit>[1]> = {}, on: Db = db) =>
  writeAudit(on, {
    ...entry,
    at: made.time.now,
    action: 'update',
    resourceId,
    after: { groupName: '鉄骨"班"', n: 1.5, fullName: '山田 太郎' },
    ...more,
  })
const daysLater = (days: number) => {
  made.time.now = new Date(made.time.now.getTime() + days * 86_400_000)
}
const faults = async () =>
  (await verifyLog(db)).faults.map((fault) => {
    const { companyId, chain, kind } = fault
    return `${companyId} ${chain} ${fault.kind === 'erasure' ? fault.auditId : fault.no} ${kind}`
  })
const order = async () =>
  (await db.selectFrom('audit_log as a').select(['a.resource_id', 'a.chain_no']).orderBy('a.chain_no').execute()).map(
    ({ resource_id, chain_no }) => `${chain_no} ${resource_id}`,
  )

test('entries of each company are in a separate chain, and an untouched log holds', async () => {
  for (const companyId of [1, 2, 1]) await write('x', { companyId })
  await write('y', { action: 'read' })
  expect(await verifyLog(db)).toMatchObject({ faults: [], entries: 0, unsealed: 4 })
  await seal()
  expect(await verifyLog(db)).toMatchObject({
    faults: [],
    entries: 4,
    unsealed: 0,
    heads: [
      { companyId: 1, chain: 'change', no: 2 },
      { companyId: 1, chain: 'read', no: 1 },
      { companyId: 2, chain: 'change', no: 1 },
    ],
  })
})

test('an identifying field is chained by a digest with a salt of its own, so that neither is needed to prove the chain', async () => {
  await write('1', { after: { fullName: '山田 太郎', email: null } })
  await write('2', { after: { fullName: '山田 太郎' } })
  await seal()
  const rows = await db.selectFrom('audit_log as a').select(['a.chain_no', 'a.hash', 'a.digests']).orderBy('a.chain_no').execute()
  const [first, second] = rows.map(({ digests }) => digests as Digests)
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['address', 'after.email', 'after.fullName', 'userName'])
  expect(first?.['after.fullName']).not.toEqual(second?.['after.fullName'])
  const { rows: contents } = await sql<EntryContent>`select ${sql.raw(entryContent)} from audit_log a where a.chain_no = 1`.execute(db)
  const rest = contents[0]?.rest ?? ''
  expect(rest).not.toContain('山田')
  const saltless = Object.fromEntries(Object.entries(first ?? {}).map(([path, { digest }]) => [path, { salt: '', digest }]))
  expect(hashEntry(beginning, 1, rest, saltless)).toEqual(rows[0]?.hash)
})

test('entries that were chained whole before there were digests hold on, and what is written in them is found', async () => {
  await write('1')
  await write('2')
  await sealWhole()
  await write('3')
  await seal()
  expect(await verifyLog(db)).toMatchObject({ faults: [], entries: 3 })
  await sql`update audit_log set after = '{}' where chain_no = 2`.execute(db)
  expect(await faults()).toEqual(['1 change 2 changed'])
})

test('a writer whose transaction is still open holds up nobody, and comes after those who ended before', async () => {
  await db.transaction().execute(async (slow) => {
    await write('began first', {}, slow)
    await write('ended first')
    await seal()
    expect(await order()).toEqual(['1 ended first'])
  })
  await seal()
  expect(await order()).toEqual(['1 ended first', '2 began first'])
  expect(await faults()).toEqual([])
})

test('more entries than one batch takes are sealed in their order', async () => {
  await sql`insert into audit_log (user_name, company_id, action, resource, resource_id, at)
            select 'a', 1, 'import', 'user', n, ${made.time.now} from generate_series(1, 2_300) n`.execute(db)
  await seal()
  expect((await order())[2_299]).toBe('2300 2300')
  expect(await verifyLog(db)).toMatchObject({ faults: [], entries: 2_300, unsealed: 0 })
})

test.each([
  ['changed', `update audit_log set after = '{"groupName": "x"}' where chain_no = 3`, ['1 change 3 changed']],
  ['dated otherwise', `update audit_log set at = at + interval '1 microsecond' where chain_no = 3`, ['1 change 3 changed']],
  [
    'changed with its hash',
    `update audit_log set user_name = 'x', hash = '\\x00' where chain_no = 3`,
    ['1 change 3 changed', '1 change 4 changed'],
  ],
  ['changed at the end, with its hash', `update audit_log set hash = '\\x00' where chain_no = 5`, ['1 change 5 changed']],
  ['changed in a name', `update audit_log set after = after || '{"fullName": "他人"}' where chain_no = 3`, ['1 change 3 changed']],
  ['robbed of a name', `update audit_log set after = after - 'fullName' where chain_no = 3`, ['1 change 3 changed']],
  [
    'robbed of a name and its salt',
    `update audit_log set after = after - 'fullName', digests = digests - 'after.fullName' where chain_no = 3`,
    ['1 change 3 changed'],
  ],
  [
    'changed in a name with its digest',
    `update audit_log set after = after || '{"fullName": ""}',
            digests = digests || jsonb_build_object('after.fullName', jsonb_build_object('salt', '00', 'digest', encode(sha256('\\x002222'), 'hex')))
      where chain_no = 3`,
    ['1 change 3 changed'],
  ],
  ['said to be of the form before digests', `update audit_log set digests = null where chain_no = 3`, ['1 change 3 changed']],
  ['removed', 'delete from audit_log where chain_no in (2, 3)', ['1 change 2 missing']],
  ['removed at the beginning', 'delete from audit_log where chain_no = 1', ['1 change 1 missing']],
  ['removed at the end', 'delete from audit_log where chain_no = 5', ['1 change 5 missing']],
  ['removed altogether', 'delete from audit_log', ['1 change 1 missing']],
  [
    'exchanged for another',
    `update audit_log set chain_no = 7 - chain_no + 1000 where chain_no in (3, 4)`,
    ['1 change 3 missing', '1 change 1003 inserted', '1 change 1004 inserted'],
  ],
  [
    'put on the end',
    `insert into audit_log (user_name, company_id, action, resource, resource_id, chain_no, hash) values ('a', 1, 'x', 'x', 'x', 6, '\\x00')`,
    ['1 change 6 inserted'],
  ],
  [
    'said to be pruned',
    `delete from audit_log where chain_no = 1; update audit_chain set pruned_no = 1, pruned_hash = '\\x00'`,
    ['1 change 1 missing'],
  ],
])('an entry that was %s is found', async (_, statement, expected) => {
  for (const id of ['1', '2', '3', '4', '5']) await write(id)
  await seal()
  await made.context.pool.query(statement)
  expect(await faults()).toEqual(expect.arrayContaining(expected))
  expect((await sayFaults(db, (await verifyLog(db)).faults))[0]).toContain('操作の記録：')
})

test('an entry that somebody puts in afterwards under an earlier time is found', async () => {
  await write('1')
  daysLater(2)
  await write('2')
  await seal()
  await write('forged', { at: new Date(made.time.now.getTime() - 86_400_000) })
  await seal()
  expect(await faults()).toEqual(['1 change 3 inserted'])
})

test('reads are kept a year, and their chain holds after the old ones went', async () => {
  for (const id of ['1', '2']) await write(id, { action: 'read' })
  await write('3')
  await seal()
  daysLater(300)
  await write('4', { action: 'read' })
  await seal()
  await takeTurn(made.context, forgetReadsJob)
  expect(await order()).toHaveLength(4)
  daysLater(70)
  await takeTurn(made.context, forgetReadsJob)
  expect(await verifyLog(db)).toMatchObject({ faults: [], entries: 2 })
  daysLater(400)
  await takeTurn(made.context, forgetReadsJob)
  await takeTurn(made.context, forgetReadsJob)
  expect(await verifyLog(db)).toMatchObject({ faults: [], entries: 1 })
  await write('5', { action: 'read' })
  await seal()
  expect(await verifyLog(db)).toMatchObject({ faults: [], entries: 2 })
  await db.deleteFrom('audit_log').where('audit_log.chain', '=', 'read').execute()
  expect(await faults()).toEqual(['1 read 4 missing'])
})

test('a chain that is written again, hashes and end and all, is found by the receipt of an earlier check', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-receipt-'))
  const file = join(folder, 'receipt.json')
  expect(await readReceipt(file)).toBeUndefined()
  for (const id of ['1', '2']) await write(id)
  await write('3', { action: 'read' })
  await seal()
  await writeReceipt(file, (await verifyLog(db)).heads, made.time.now)
  const compare = async () => {
    const receipt = await readReceipt(file)
    return receipt === undefined ? undefined : compareReceipt(db, receipt, made.time.now)
  }
  expect(await compare()).toEqual([])
  daysLater(370)
  await write('4')
  await seal()
  await takeTurn(made.context, forgetReadsJob)
  expect(await compare()).toEqual([])

  await sql`delete from audit_log where resource_id = '1'`.execute(db)
  await sql`delete from audit_chain where chain = 'change'`.execute(db)
  await sql`update audit_log set chain_no = null, hash = null where chain = 'change'`.execute(db)
  await seal()
  expect(await faults()).toEqual([])
  expect(await compare()).toEqual([{ companyId: 1, chain: 'change', kind: 'replaced', no: 2 }])
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('heads')
  await rm(folder, { recursive: true })
})
