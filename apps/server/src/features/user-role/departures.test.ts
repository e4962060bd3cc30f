import { expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { multipart } from '../../platform/exchange/test-upload.ts'
import { csvTemplate } from '../../platform/exchange/csv-out.ts'
import { startLiveTests } from '../../test-live.ts'
import { workerColumns } from './csv-columns.ts'

const { product, listen: open } = await startLiveTests()
const tenants = await makeTenants(product.context.db)

const makeWorker = () =>
  makeUser(product.context.db, 'User', { ...tenants.office, group_id: tenants.group.group_id }, { gender: 1, date_of_birth: '1990-01-01' })

const listen = (user: { user_id: number }, narrowing: string) => open(user, `?places=1${narrowing}`)
const office = () => ({ companyId: tenants.office.company_id, officeId: tenants.office.office_id })

type Someone = { readonly user_id: number; readonly login_id: string; readonly full_name: string }
const ask = async (method: 'PUT' | 'POST' | 'DELETE', path: string, options: { headers?: object; payload?: object } = {}) => {
  const headers = { ...options.headers, ...(await product.as(tenants.people.contract)) }
  const { status, body } = await product.ask(method, path, { ...options, headers })
  expect(status, JSON.stringify(body)).toBe(200)
}
const change = ({ user_id }: Someone, payload: object) => ask('PUT', `/api/UserRole/${user_id}`, { payload })
const setMembers = (groupId: number, ...members: Someone[]) =>
  ask('PUT', '/api/Group', { payload: { id: groupId, leaderId: [], listSubleader: [], listMember: members.map((one) => one.user_id) } })
const headings = csvTemplate(workerColumns).replace('\uFEFF', '').trim().replaceAll('"', '').split(',')
const send = ({ login_id }: Someone, more: Record<string, string>) => {
  const cells: Record<string, string> = {
    ログインID: login_id,
    氏名: '見守',
    フリガナ: 'ミマモリ',
    性別: '1',
    生年月日: '1990-01-01',
    ...more,
  }
  const file = `${headings.join(',')}\r\n${headings.map((heading) => cells[heading] ?? '').join(',')}\r\n`
  return ask('POST', `/api/UserRole/Import/${tenants.office.office_id}`, multipart(['role', 'User'], ['file', file, 'a.csv']))
}

test.each<[string, (worker: Someone) => Promise<void>]>([
  ['withdraws consent', (worker) => change(worker, { consentWithdrawnAt: '2026-07-19' })],
  ['goes to another site', (worker) => change(worker, { officeId: tenants.sibling.office_id })],
  ['is deleted', (worker) => ask('DELETE', `/api/UserRole/${worker.user_id}`)],
  ['leaves the group', () => setMembers(tenants.group.group_id)],
  ['goes to another group', (worker) => setMembers(tenants.otherGroup.group_id, worker)],
  ['withdraws consent in a file', (worker) => send(worker, { 同意を取り消した日: '2026-07-19' })],
  ['is deleted by a file', (worker) => send(worker, { 削除: '1' })],
])('if somebody %s the open maps of the site are notified, and no other', async (_, leave) => {
  const worker = await makeWorker()
  const narrowed = `&officeId=${tenants.office.office_id}&groupId=${tenants.group.group_id}`
  const [seeing, ofGroup, blind] = await Promise.all([
    listen(tenants.people.base, ''),
    listen(tenants.people.base, narrowed),
    listen(tenants.people.foreignBase, ''),
  ])
  await leave(worker)
  for (const stream of [seeing, ofGroup]) expect((await stream.find(({ event }) => event === 'map')).data).toEqual([office()])
  expect(blind.events.filter(({ event }) => event !== 'ping')).toEqual([])
})

test('if somebody stays, the maps are not read again', async () => {
  const worker = await makeWorker()
  const stream = await listen(tenants.people.base, '')
  await change(worker, { fullName: '見守　花子' })
  await stream.find(({ event }) => event === 'place')
  expect(stream.events.filter(({ event }) => event === 'map')).toEqual([])
})
