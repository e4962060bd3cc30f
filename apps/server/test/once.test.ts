import { once as event } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { message } from '@mimamori/contract'
import { afterAll, expect, test } from 'vitest'
import { makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { forgetAnswersJob } from '../src/platform/http/once.ts'
import { startTestApp } from '../src/test-app.ts'

const product = await startTestApp()
const { db } = product.context
const tenants = await makeTenants(db)
const { contract, foreignContract, base } = tenants.people

// A base administrator's login ID is made by the server, so that nothing collides when they are made twice.
const draft = (fullName: string, office = tenants.office) => ({
  role: 'HeadquartersAdmin',
  companyId: office.company_id,
  officeId: office.office_id,
  fullName,
  furigana: 'ショチョウ　ハナコ',
  password: 'Demo-1234',
  confirmPassword: 'Demo-1234',
})

const make = async (key: string | undefined, payload: object, user = contract, url = '/api/UserRole') => {
  const headers = { ...(await product.as(user)), ...(key === undefined ? {} : { 'idempotency-key': key }) }
  const { status, body } = await product.ask('POST', url, { headers, payload })
  return { status, body }
}

const countOf = async (fullName: string) => {
  const { count } = await db
    .selectFrom('app_user')
    .where('full_name', '=', fullName)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A way to the server that breaks off each connection as soon as the server begins to answer: what it did is committed by then. */
const layFailingLine = async (to: number) => {
  let answers = 0
  const line = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.on('error', () => undefined).pipe(far)
    far
      .on('error', () => undefined)
      .once('data', () => {
        answers += 1
        near.destroy()
        far.destroy()
      })
  }).listen(0, '127.0.0.1')
  await event(line, 'listening')
  afterAll(() => void line.close())
  return { url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, answers: () => answers }
}

test('a create whose answer is lost after its commit is not done again by the next try, which gets the first answer', async () => {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const line = await layFailingLine((product.app.server.address() as AddressInfo).port)
  const payload = draft('一度　だけ')
  const headers = { ...(await product.as(contract)), 'content-type': 'application/json', 'idempotency-key': 'lost' }
  await expect(fetch(`${line.url}/api/UserRole`, { method: 'POST', headers, body: JSON.stringify(payload) })).rejects.toThrow(
    'fetch failed',
  )
  expect(line.answers()).toBe(1)
  expect(await countOf('一度　だけ')).toBe(1)

  const again = await make('lost', payload)
  expect(again).toMatchObject({ status: 200, body: { fullName: '一度　だけ', role: 'HeadquartersAdmin' } })
  expect(await make('lost', payload)).toEqual(again)
  expect(await countOf('一度　だけ')).toBe(1)
})

test('two at once are done once, and both get the same answer', async () => {
  const [first, second] = await Promise.all([make('twice', draft('二度　一緒')), make('twice', draft('二度　一緒'))])
  expect(first.status).toBe(200)
  expect(second).toEqual(first)
  expect(await countOf('二度　一緒')).toBe(1)
})

test('without a key, with another one, or by another account each is done', async () => {
  for (const key of [undefined, undefined, 'one', 'other']) expect((await make(key, draft('別　々'))).status).toBe(200)
  expect((await make('one', draft('別　々', tenants.foreign), foreignContract)).status).toBe(200)
  expect(await countOf('別　々')).toBe(5)
})

test('a key belongs to one request', async () => {
  expect((await make('one request', draft('鍵　一'))).status).toBe(200)
  const refused = { status: 400, body: [message('keyOfAnother')] }
  expect(await make('one request', draft('鍵　二'))).toEqual(refused)
  expect(await make('one request', draft('鍵　一'), contract, '/api/Company')).toMatchObject({ status: 403 })
  expect(await countOf('鍵　二')).toBe(0)
})

test('what was refused may be sent again', async () => {
  const taken = await make('refused', { officeId: tenants.office.office_id, groupName: tenants.group.name }, base, '/api/Group')
  expect(taken.status).toBe(400)
  await db.updateTable('work_group').set({ name: '空けた名前' }).where('group_id', '=', tenants.group.group_id).execute()
  const made = await make('refused', { officeId: tenants.office.office_id, groupName: tenants.group.name }, base, '/api/Group')
  expect(made).toMatchObject({ status: 200, body: { groupName: tenants.group.name } })
})

test('after a process that died between the change and its answer the result is unknown, which is answered and never repeated', async () => {
  expect((await make('died', draft('途中　停止'))).status).toBe(200)
  await db.updateTable('kept_answer').set({ answer: null }).where('answer', 'like', '%途中　停止%').execute()
  expect(await make('died', draft('途中　停止'))).toEqual({ status: 400, body: [message('mayBeStored')] })
  expect(await countOf('途中　停止')).toBe(1)
})

test('an answer is kept for a day, and no password in it', async () => {
  expect((await make('a day', draft('翌　日'))).status).toBe(200)
  const storedAnswers = () => db.selectFrom('kept_answer').selectAll().where('answer', 'like', '%翌　日%').execute()
  const forget = () => takeTurn(product.context, forgetAnswersJob)
  expect(JSON.stringify(await storedAnswers())).not.toContain('Demo-1234')
  product.time.now = new Date(product.time.now.getTime() + 86_400_000)
  await forget()
  expect(await storedAnswers()).toHaveLength(1)
  product.time.now = new Date(product.time.now.getTime() + 1_000)
  await forget()
  expect(await storedAnswers()).toEqual([])
})
