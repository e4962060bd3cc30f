import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sealLogJob } from '../../src/features/audit-log/seal-job.ts'
import { sayFaults } from '../../src/features/audit-log/fault-words.ts'
import { verifyLog } from '../../src/features/audit-log/verify.ts'
import { beginning, type EntryContent, entryContent, hashEntry } from '../../src/shared/audit/log-chain.ts'
import { makeOffice, makeUser } from '../../src/shared/organisation/test-factories.ts'
import { writeAudit } from '../../src/shared/organisation/write-audit.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import { startTestApp } from '../../src/test-app.ts'

const product = await startTestApp()
const { context, time } = product
const { db } = context

const makePlace = async () => {
  const office = await makeOffice(db)
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const person = await makeUser(db, 'User', office, { full_name: '綾小路　千代松', furigana: 'アヤノコウジ　チヨマツ' })
  const other = await makeUser(db, 'User', office, { full_name: '勅使河原　伊右衛門', furigana: 'テシガワラ　イエモン' })
  return { office, contract, person, other }
}
let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
})

type Person = (typeof place)['person']

const write = (resourceId: string, more: Partial<Parameters<typeof writeAudit>[1]> = {}) =>
  writeAudit(db, {
    at: time.now,
    actor: { userId: place.contract.user_id, loginId: place.contract.login_id },
    address: '192.0.2.1',
    action: 'update',
    resource: 'user',
    resourceId,
    companyId: place.office.company_id,
    officeId: place.office.office_id,
    ...more,
  })
const writeAbout = (person: Person) => write(String(person.user_id), { after: { fullName: person.full_name, isDisabled: '1' } })
const writeGroup = (...people: Person[]) =>
  write('7', {
    resource: 'group',
    after: { groupName: '足場班', listMember: people.map(({ user_id: userId, full_name: fullName }) => ({ userId, fullName })) },
  })
const seal = () => takeTurn(context, sealLogJob)
/** Seals what is there as releases before the digests did. */
const sealWhole = async () => {
  const { rows } = await sql<{ audit_id: number; text: string }>`
    select a.audit_id, jsonb_build_array(
      a.company_id, a.chain, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.user_id, a.user_name, a.office_id,
      a.action, a.resource, a.resource_id, a.before, a.after, a.address)::text as text
      from audit_log a where a.company_id = ${place.office.company_id} order by a.audit_id`.execute(db)
  let hash: Buffer = Buffer.alloc(0)
  for (const [index, { audit_id, text }] of rows.entries()) {
    hash = createHash('sha256')
      .update(hash)
      .update(`${index + 1}\n${text}`)
      .digest()
    await sql`update audit_log set chain_no = ${index + 1}, hash = ${hash} where audit_id = ${audit_id}`.execute(db)
  }
  await sql`
    insert into audit_chain (company_id, chain, last_no, last_hash)
    values (${place.office.company_id}, 'change', ${rows.length}, ${hash})`.execute(db)
}
const erase = (person: Person) =>
  product.askAs(place.contract, 'POST', `/api/UserRole/${person.user_id}/Erase`, { userName: person.login_id })
const faults = async () => (await verifyLog(db)).faults.filter(({ companyId }) => companyId === place.office.company_id)
const kinds = async () => (await faults()).map(({ kind }) => kind)
const verdict = async () => {
  const { rows } = await sql<{ said: string }>`
    select to_jsonb(a)::text as said from audit_log a where a.company_id = ${place.office.company_id}`.execute(db)
  return rows.map((row) => row.said).join('\n')
}

test('what names a person leaves entries of either form and entries that are not sealed yet, and the chain holds', async () => {
  const { person, other } = place
  await writeAbout(person)
  await writeGroup(person, other)
  await sealWhole()
  await writeAbout(person)
  await writeGroup(person, other)
  await seal()
  await writeAbout(person)
  await writeGroup(person, other)
  expect((await erase(person)).status).toBe(200)
  expect(await verdict()).not.toContain('綾小路')
  expect((await verdict()).match(/勅使河原/g)).toHaveLength(3)
  expect(await kinds()).toEqual([])
  await seal()
  expect(await kinds()).toEqual([])
})

test('two who are erased one after the other leave the same entries', async () => {
  const { person, other } = place
  await writeGroup(person, other)
  await writeAbout(other)
  await seal()
  await erase(person)
  await seal()
  await erase(other)
  expect(await verdict()).not.toMatch(/綾小路|勅使河原/)
  expect(await kinds()).toEqual([])
})

test.each([
  ['an erased entry is written again', `update audit_log set after = after || '{"groupName": "x"}' where resource = 'group'`, 'changed'],
  [
    'a name is put back',
    `update audit_log set after = after || '{"fullName": "x"}' where resource = 'user' and action = 'update'`,
    'changed',
  ],
  [
    'a line of the list is missing',
    `delete from erased_entry where audit_id in (select audit_id from audit_log where resource = 'group')`,
    'erasure',
  ],
  [
    'a line is added to the list',
    `insert into erased_entry select company_id, erase_id, 0, '{}' from erased_entry order by company_id desc limit 1`,
    'erasure',
  ],
  ['the list is gone', 'delete from erased_entry', 'erasure'],
  [
    'an entry is erased by nobody',
    `update audit_log set after = after - 'fullName', digests = jsonb_set(digests, '{after.fullName}', (digests->'after.fullName') - 'salt')
      where resource = 'session'`,
    'changed',
  ],
])('it is found where %s', async (_, statement, kind) => {
  const { person, other } = place
  await write(String(other.user_id), { resource: 'session', after: { fullName: other.full_name } })
  await writeGroup(person, other)
  await writeAbout(person)
  await seal()
  await erase(person)
  await seal()
  expect(await kinds()).toEqual([])
  await context.pool.query(statement)
  const found = await faults()
  expect(found.map((fault) => fault.kind)).toContain(kind)
  expect((await sayFaults(db, found)).join('\n')).toContain(kind === 'erasure' ? '個人データの消去' : '書き換えられています')
})

test('an entry before an erased one cannot be written again with its hash', async () => {
  const { person, other, office } = place
  await write('1', { resource: 'office' })
  await writeGroup(person, other)
  await seal()
  await erase(person)
  await seal()
  await sql`update audit_log set resource_id = '2' where company_id = ${office.company_id} and resource = 'office'`.execute(db)
  const { rows } = await sql<EntryContent>`
    select ${sql.raw(entryContent)} from audit_log a where a.company_id = ${office.company_id} and a.chain_no = 1`.execute(db)
  const [first] = rows
  const hash = hashEntry(beginning, 1, first?.rest ?? '', first?.digests ?? {})
  await sql`update audit_log set hash = ${hash} where company_id = ${office.company_id} and chain_no = 1`.execute(db)
  expect((await faults()).map((fault) => ('no' in fault ? fault.no : undefined))).toEqual([2])
})
