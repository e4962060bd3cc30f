import type { AuditEntry } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeAlert, makeUser } from '../../shared/organisation/test-factories.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(() => product.context.db.deleteFrom('audit_log').execute())

type Someone = { user_id: number }
const ask = async (user: Someone, query = '') => product.ask('GET', `/api/AuditLog${query}`, { headers: await product.as(user) })
const list = async (user: Someone, query = '') => (await ask(user, query)).body as { data: AuditEntry[]; count: number }
const idsOf = async (user: Someone, query = '') => (await list(user, query)).data.map(({ resourceId }) => resourceId)

const write = (
  values: {
    at?: string
    company_id?: number
    user_id?: number | null
    resource?: string
    action?: string
    chain?: 'read'
    resource_id: string
    before?: unknown
    after?: unknown
    user_name?: string
  }[],
) =>
  product.context.db
    .insertInto('audit_log')
    .values(
      values.map(({ at = '2026-07-20T12:00:00+09:00', before = null, after = null, ...rest }) => ({
        at,
        user_id: null,
        user_name: 'admin',
        company_id: tenants.office.company_id,
        office_id: null,
        action: 'update',
        resource: 'group',
        address: '192.0.2.1',
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        ...rest,
      })),
    )
    .execute()

test('a change shows with who, when, from where, before and after', async () => {
  const { people, group } = tenants
  const headers = await product.as(people.contract)
  await product.ask('PUT', '/api/Group', { headers, payload: { id: group.group_id, metabolicClass: 3, version: 1 } })
  expect(await list(people.contract)).toMatchObject({
    count: 1,
    data: [
      {
        at: '2026-07-20T13:00:00+09:00',
        userName: people.contract.login_id,
        fullName: people.contract.full_name,
        action: 'update',
        resource: 'group',
        resourceId: String(group.group_id),
        before: { metabolicClass: null, version: 1 },
        after: { metabolicClass: 3, version: 2 },
        address: '127.0.0.1',
      },
    ],
  })
})

test('contract administrators read their own company, the service everything, others nothing', async () => {
  const { people, foreign } = tenants
  await write([
    { resource_id: 'own' },
    { resource_id: 'foreign', company_id: foreign.company_id },
    { resource_id: 'service', company_id: providerId },
  ])
  expect(await idsOf(people.service)).toEqual(['service', 'foreign', 'own'])
  expect(await idsOf(people.contract)).toEqual(['own'])
  expect(await idsOf(people.foreignContract)).toEqual(['foreign'])
  for (const user of [people.base, people.leader, people.worker]) {
    expect((await ask(user)).status).toBe(403)
    expect((await ask(user, '/Download')).status).toBe(403)
  }
  expect(String((await ask(people.foreignContract, '/Download')).body)).not.toContain('"own"')
})

test('newest first, by days of Japan with the last one included, by person and by kind', async () => {
  const { people } = tenants
  await write([
    { resource_id: '1', at: '2026-07-18T23:59:59.999+09:00', user_id: people.base.user_id },
    { resource_id: '3', at: '2026-07-19T23:59:59.999+09:00', resource: 'office' },
    { resource_id: '2', at: '2026-07-19T00:00:00+09:00', user_id: people.base.user_id },
    { resource_id: '4', at: '2026-07-20T00:00:00+09:00', resource: 'company' },
  ])
  expect(await idsOf(people.service)).toEqual(['4', '3', '2', '1'])
  expect(await idsOf(people.service, '?from=2026-07-19&to=2026-07-19')).toEqual(['3', '2'])
  expect(await idsOf(people.service, '?From=2026-07-20')).toEqual(['4'])
  expect(await idsOf(people.service, `?UserId=${people.base.user_id}`)).toEqual(['2', '1'])
  expect(await idsOf(people.service, '?kind=office')).toEqual(['3'])
  expect(await idsOf(people.service, '?kind=nothing')).toEqual([])
  expect(await idsOf(people.service, '?sortKey=at&sortOrder=asc&limit=2&offset=1')).toEqual(['2', '3'])
  expect(await list(people.service, '?offset=40')).toEqual({ data: [], count: 4 })
  expect((await ask(people.service, '?from=20260719')).body).toEqual([expect.stringMatching(/^開始日：/)])
  expect((await ask(people.service, '?sortKey=before')).status).toBe(400)
})

test('by what was done: changes, sign-ins, files, looks at health', async () => {
  const { people } = tenants
  await write([{ resource_id: 'changed' }, { resource_id: 'in', resource: 'session' }])
  await write([
    { resource_id: 'taken', action: 'export', resource: 'user' },
    { resource_id: 'seen', action: 'read', resource: 'healthCondition', chain: 'read' },
  ])
  for (const [part, id] of Object.entries({ change: 'changed', session: 'in', export: 'taken', read: 'seen' }))
    expect(await idsOf(people.contract, `?part=${part}`)).toEqual([id])
  expect(await idsOf(people.contract, '?part=done')).toEqual(expect.not.arrayContaining(['seen']))
  expect((await list(people.contract)).count).toBe(4)
  expect(String((await ask(people.contract, '/Download?part=read')).body).split('\r\n')).toHaveLength(3)
  expect((await ask(people.contract, '?part=all')).status).toBe(400)
})

test('the file has what the list has, safe for a spreadsheet', async () => {
  const { people } = tenants
  await write([
    { resource_id: '=1+1', user_name: '@admin', after: { groupName: '"鉄骨"班' } },
    { resource_id: '2', resource: 'office', at: '2026-07-19T12:00:00+09:00' },
  ])
  const { headers, body } = await ask(people.contract, '/Download')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain(encodeURIComponent('操作の記録_2026-07-20.csv'))
  expect(body).toBe(
    '\uFEFF"日時","利用者","利用者の氏名","操作","対象","番号","変更前","変更後","接続元"\r\n' +
      `"2026/07/20 12:00:00","'@admin","","更新","グループ","'=1+1","","{""groupName"":""\\""鉄骨\\""班""}","192.0.2.1"\r\n` +
      '"2026/07/19 12:00:00","admin","","更新","拠点","2","","","192.0.2.1"\r\n',
  )
  expect(String((await ask(people.contract, '/Download?kind=office')).body).split('\r\n')).toHaveLength(3)
})

test('a long log is downloaded whole, in order, also where entries share an instant', async () => {
  const { people } = tenants
  const entries = Array.from({ length: 2_500 }, (_, n) => ({
    resource_id: String(n),
    at: new Date(Date.parse('2026-07-20T12:00:00+09:00') + Math.floor(n / 100)).toISOString(),
  }))
  await write(entries.slice(0, 1_250))
  await write(entries.slice(1_250))
  const lines = String((await ask(people.contract, '/Download')).body)
    .split('\r\n')
    .slice(1, -1)
  expect(lines.map((line) => Number(line.split('","')[5]))).toEqual(Array.from({ length: 2_500 }, (_, n) => 2_499 - n))
})

test('the actor is shown by name; of people of the provider a company sees only the login ID', async () => {
  const { people, group } = tenants
  for (const [user, metabolicClass] of [
    [people.base, 1],
    [people.service, 2],
  ] as const)
    await product.askAs(user, 'PUT', '/api/Group', { id: group.group_id, metabolicClass })
  const named = (await list(people.contract)).data.map(({ userName, fullName }) => [userName, fullName])
  expect(named).toContainEqual([people.base.login_id, people.base.full_name])
  expect(named).toContainEqual([people.service.login_id, null])
})

test('an alert is named by whom it is about, a person by themselves, whatever else was changed; a file is neither', async () => {
  const { office, foreign, people } = tenants
  const { db } = product.context
  const worker = await makeUser(db, 'User', office, { full_name: '佐々木　隆' })
  const { alert_id: id } = await makeAlert(db, worker)
  await product.askAs(people.contract, 'POST', `/api/Alert/${id}/Acknowledge`, {})
  await write([
    { resource_id: String(worker.user_id), resource: 'user', after: { email: 'a@example.jp' } },
    { resource_id: String(worker.user_id), resource: 'user', company_id: foreign.company_id },
    { resource_id: String(id), resource: 'group' },
    { resource_id: 'アラート一覧.csv', resource: 'alert', action: 'export' },
  ])
  const named = (await list(people.contract)).data.map(({ resource, action, personName }) => [resource, action, personName])
  expect(named).toHaveLength(4)
  expect(named).toEqual(
    expect.arrayContaining([
      ['alert', 'acknowledged', '佐々木　隆'],
      ['user', 'update', '佐々木　隆'],
      ['group', 'update', null],
      ['alert', 'export', null],
    ]),
  )
  expect((await list(people.foreignContract)).data.map(({ personName }) => personName)).toEqual([null])
})
