import { expect, test } from 'vitest'
import { readPdf } from '../../platform/pdf/test-pdf.ts'
import { makeAlert } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startPlans } from './test-plans.ts'

const site = await startPlans()
const { db } = site

const paper = async (user: { user_id: number }, query: string) => {
  const answer = await site.product.app.inject({ method: 'GET', url: `/api/Plan/Paper?${query}`, headers: await site.product.as(user) })
  const name = decodeURIComponent(String(answer.headers['content-disposition']))
  if (answer.statusCode !== 200) return { status: answer.statusCode, name, flat: '' }
  return { status: 200, name, flat: (await readPdf(answer.rawPayload)).text.replaceAll(/\s/g, '') }
}

const { office, admin } = await site.newSite('44140')
const scaffolders = await site.newGroup(office, { name: '足場班', code: 'A' })
const crane = await site.newGroup(office, { name: '揚重班', code: 'B' })
const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: scaffolders.group_id })
await site.newWorker(office, scaffolders, { full_name: '今井　翔太' })
const other = await site.newWorker(office, crane, { full_name: '江口　陸' })
await site.newWorker(office, crane, { full_name: '江口　海' })
await site.forecast('44140', '22T06:00', [25, 26.4, 27.6, 28.5, 29.5, 30.4, 31, 31.2, 31.1, 30.5, 29.4, 28.4, 27])
const saved = await site.product.askAs(admin, 'PUT', `/api/Duty/${office.office_id}`, { procedures: '作業を止める\n119番へ電話する' })
if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
const yesterday = site.at('21T11:00')
await makeAlert(db, other, yesterday, { level: 2, peak_level: 3 })

const tomorrow = `OfficeId=${office.office_id}&Date=2026-07-22`

test('the sheet names by surname who was not briefed, counts alerts of the day before, and is on record', async () => {
  const { status, name, flat } = await paper(admin, tomorrow)
  expect([status, name]).toEqual([200, expect.stringContaining(`暑さと休憩_${office.name}_20260722.pdf`)])
  for (const words of [
    '7月22日（水）の暑さと休憩',
    '足場班',
    '揚重班',
    '119番へ電話する',
    '今井（足場班）',
    '江口（陸）（揚重班）',
    '江口（海）',
  ])
    expect(flat).toContain(words)
  expect(flat).toContain('7月21日（火）のアラート')
  expect(flat).toContain('危険1件')
  expect(flat).not.toContain('今井翔太')
  expect(await site.product.recordedOf('plan')).toContainEqual(expect.objectContaining({ action: 'export', office_id: office.office_id }))
})

test('the sheet of tomorrow is of the procedures of then, and of who may work then', async () => {
  const { office: own, admin: manager } = await site.newSite('44140')
  await site.newWorker(own, null, { full_name: '岡田　進' })
  await site.newWorker(own, null, { full_name: '客野　一', guest_until: site.at('21T23:59') })
  for (const duty of [{ procedures: 'きょうの手順' }, { procedures: 'あすの手順', validFrom: '2026-07-22' }]) {
    const { status, body } = await site.product.askAs(manager, 'PUT', `/api/Duty/${own.office_id}`, duty)
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const { flat } = await paper(manager, `OfficeId=${own.office_id}&Date=2026-07-22`)
  expect([flat.includes('きょうの手順'), flat.includes('あすの手順')]).toEqual([false, true])
  expect([flat.includes('岡田'), flat.includes('客野')]).toEqual([true, false])
  const today = await paper(manager, `OfficeId=${own.office_id}&Date=2026-07-21`)
  expect([today.flat.includes('きょうの手順'), today.flat.includes('客野')]).toEqual([true, true])
})

test('a leader gets the sheet of the own group', async () => {
  const { status, flat } = await paper(leader, tomorrow)
  expect(status).toBe(200)
  expect(flat).toContain('今井')
  for (const words of ['江口', '揚重班', '危険1件']) expect(flat).not.toContain(words)
})

test('whose time is limited is on it without the reason, and a day that is not planned is refused', async () => {
  expect((await paper(admin, `OfficeId=${office.office_id}&Date=2026-07-25`)).status).toBe(400)
  const { flat } = await paper(admin, tomorrow)
  for (const words of ['休み明け', '要注意', '新人']) expect(flat).not.toContain(words)
})

test('the time at which the day passes one hour on end is said without a person, to a leader of the own group', async () => {
  site.setTime('22T06:30')
  const answer = async (user: { user_id: number }) =>
    (await site.product.askAs(user, 'GET', `/api/Plan/LongHeat?OfficeId=${office.office_id}`)).body
  const passed = { date: '2026-07-22', at: '2026-07-22T10:00:00+09:00', by: 'onEnd' }
  expect([await answer(admin), await answer(leader)]).toEqual([passed, passed])
  await db.deleteFrom('public_wbgt').where('station', '=', '44140').execute()
  expect(await answer(admin)).toEqual({ date: '2026-07-22', at: null, by: null })
})
