import { message } from '@mimamori/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { beforeEach, describe, expect, test } from 'vitest'
import { startDuty } from './test-duty.ts'
import { usualProcedures } from '../../shared/duty/usual-procedures.ts'

const site = await startDuty()
const { people, office } = site

beforeEach(() => site.setTime('20T09:00'))

const line = [
  { role: '各班の職長', name: '岩本　鉄男', phone: '090-5550-0451' },
  { role: '', name: '', phone: null },
]
const employers = [{ affiliation: '三協型枠', person: '髙橋　誠', phone: null }]

describe('a site without a version', () => {
  test('is proposed what it knows, and nobody can be briefed of it', async () => {
    await site.newWorker('大南設備')
    const { read } = await site.read()
    expect(read).toMatchObject({ version: 0, validFrom: null, isUsual: true, procedures: usualProcedures(), latest: { version: 0 } })
    expect(read?.line.map(({ role }) => role)).toEqual(['気づいた人・本人', '各班の職長', '拠点管理者', '119番'])
    expect(read?.line[1]).toMatchObject({ name: '職長　一', phone: '09000000001' })
    expect(read?.employers).toEqual([{ affiliation: '大南設備', person: '', phone: null }])
    expect(await site.brief([people.worker])).toMatchObject({ status: 409, body: { message: message('dutyNotSaved') } })
    expect((await site.briefings('?missing=1')).count).toBe(0)
  })
})

describe('a version', () => {
  test('is saved by an administrator, on record, without the rows that say nothing', async () => {
    const { status, saved } = await site.save({ line, employers, procedures: usualProcedures(), validFrom: '2026-06-01', version: 0 })
    expect({ status, saved }).toMatchObject({
      status: 200,
      saved: { version: 1, validFrom: '2026-06-01', line: [line[0]], employers, isUsual: true, latest: { version: 1 } },
    })
    expect(await site.recordedOf('duty')).toMatchObject([{ action: 'update', after: { version: 1, line: [line[0]] } }])
    for (const person of [people.worker, people.leader]) {
      expect((await site.read(person)).read?.version).toBe(1)
      expect((await site.save({ line }, person)).status).toBe(403)
    }
  })

  test('keeps what a change leaves out; translations of a former text are not those of the new one', async () => {
    const own = '日陰へ移す\r\n水を飲ませる'
    const texts = { vi: 'Đến chỗ mát', ja: '日本語', ne: ' ' }
    expect((await site.save({ procedures: own, texts })).saved).toMatchObject({
      version: 2,
      line: [line[0]],
      procedures: '日陰へ移す\n水を飲ませる',
      isUsual: false,
      texts: { vi: 'Đến chỗ mát' },
    })
    expect((await site.save({ employers: [] })).saved).toMatchObject({ version: 3, texts: { vi: 'Đến chỗ mát' } })
    expect((await site.save({ procedures: '119番' })).saved).toMatchObject({ version: 4, texts: {} })
    expect((await site.save({ procedures: '' })).saved).toMatchObject({ version: 5, isUsual: true, texts: {} })
    expect((await site.askAs(people.base, 'GET', site.path('/Version'))).body).toMatchObject({
      count: 5,
      data: [{ version: 5 }, {}, {}, {}, {}],
    })
    expect((await site.read(people.base, '?version=2')).read).toMatchObject({ version: 2, latest: { version: 5 } })
    expect((await site.read(people.base, '?version=9')).status).toBe(404)
  })

  test('that somebody else has saved meanwhile is not overwritten', async () => {
    const version = (await site.read()).read?.version
    const both = await Promise.all([site.save({ line, version }), site.save({ line, version }, people.contract)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
    expect(both.find(({ status }) => status === 412)?.body).toBe(message('C022'))
  })

  test('needs a role or a name beside a telephone, and names each employer once', async () => {
    const refused = async (draft: object) => (await site.save(draft)).body
    expect(await refused({ line: [{ role: '', name: '', phone: '119' }] })).toEqual([message('dutyStepEmpty', { row: 1 })])
    expect(await refused({ employers: [...employers, ...employers] })).toEqual([message('dutyEmployerTwice', { name: '三協型枠' })])
  })

  test('that starts later is not in force until its working day begins', async () => {
    const now = (await site.read()).read?.version ?? 0
    await site.save({ procedures: '新しい手順', validFrom: '2026-07-21' })
    expect((await site.read()).read).toMatchObject({ version: now, latest: { version: now + 1, validFrom: '2026-07-21' } })
    site.setTime('21T00:59')
    expect((await site.read()).read?.version).toBe(now)
    site.setTime('21T01:00')
    expect((await site.read()).read).toMatchObject({ version: now + 1, procedures: '新しい手順' })
  })
})

const officeText = async (path = '') => {
  const { body } = await site.askAs(people.contract, 'GET', `/api/Office/${office.office_id}${path}`)
  return z.object({ procedures: z.string().nullable() }).parse(body).procedures
}

const changeOffice = (procedures: string, more: { readonly version?: number; readonly address?: string } = {}) => {
  const { company_id: companyId, office_id: officeId, base_code: baseCode, name: officeName } = office
  return site.askAs(people.contract, 'PUT', '/api/Office', { companyId, officeId, baseCode, officeName, procedures, ...more })
}
const officeVersion = async () =>
  z.object({ version: z.number() }).parse((await site.askAs(people.contract, 'GET', `/api/Office/${office.office_id}`)).body).version

test('the office form and the steps in an emergency show the text in force', async () => {
  await site.save({ procedures: 'いまの手順', validFrom: '2026-07-20' })
  await site.save({ procedures: 'あすの手順', validFrom: '2026-07-21' })
  for (const path of ['', '/Now']) expect(await officeText(path)).toBe('いまの手順')
  site.setTime('21T01:00')
  for (const path of ['', '/Now']) expect(await officeText(path)).toBe('あすの手順')
})

test('an office form that was opened before a planned version began is refused, and writes no older text over it', async () => {
  await sql`truncate duty cascade`.execute(site.db)
  await site.save({ procedures: 'いまの手順', validFrom: '2026-07-20' })
  await site.save({ procedures: 'あすの手順', validFrom: '2026-07-21' })
  const version = await officeVersion()
  expect((await changeOffice('いまの手順', { version, address: '正面ゲート' })).status).toBe(200)
  const opened = await officeVersion()
  site.setTime('21T01:00')
  expect((await changeOffice('いまの手順', { version: opened, address: '裏門' })).status).toBe(412)
  expect(await officeText()).toBe('あすの手順')
  const { latest } = (await site.read()).read ?? {}
  expect((await changeOffice('あすの手順', { version: await officeVersion(), address: '裏門' })).status).toBe(200)
  expect((await site.read()).read?.latest).toEqual(latest)
})

describe('while no version has begun yet', () => {
  beforeEach(async () => {
    await sql`truncate duty cascade`.execute(site.db)
    await sql`update office o set procedures = null where o.company_id = ${office.company_id}`.execute(site.db)
    await changeOffice('拠点の手順')
    await site.save({ line, procedures: 'あすの手順', validFrom: '2026-07-21' })
  })

  test('the text of the site applies, not that of the version to come', async () => {
    for (const path of ['', '/Now']) expect(await officeText(path)).toBe('拠点の手順')
    expect((await site.read()).read).toMatchObject({ version: 0, procedures: '拠点の手順', latest: { version: 1 } })
    await changeOffice('直した手順')
    for (const path of ['', '/Now']) expect(await officeText(path)).toBe('直した手順')
    expect((await site.read()).read?.version).toBe(0)
    site.setTime('21T01:00')
    expect((await site.read()).read).toMatchObject({ version: 1, procedures: 'あすの手順' })
  })

  test('a part that is saved for now takes nothing from it, and it begins on its day all the same', async () => {
    await site.save({ employers })
    expect((await site.read()).read).toMatchObject({ version: 2, procedures: '拠点の手順', employers, latest: { version: 3 } })
    expect((await site.read()).read?.line).not.toEqual([line[0]])
    site.setTime('21T01:00')
    expect((await site.read()).read).toMatchObject({ version: 3, procedures: 'あすの手順', line: [line[0]], employers })
  })
})

test('a change for now is made on the version in force, and one that begins later keeps what it changes', async () => {
  await sql`truncate duty cascade`.execute(site.db)
  await site.save({ line, employers: [], procedures: 'いまの手順', validFrom: '2026-07-20' })
  const planned = [{ role: '所長', name: '', phone: null }]
  await site.save({ line: planned, validFrom: '2026-07-21' })
  expect((await changeOffice('拠点の画面の手順')).status).toBe(200)
  expect((await site.read()).read).toMatchObject({ version: 3, line: [line[0]], procedures: '拠点の画面の手順', latest: { version: 4 } })
  await site.save({ employers })
  expect((await site.read()).read).toMatchObject({ version: 5, line: [line[0]], employers, latest: { version: 6 } })
  site.setTime('21T01:00')
  expect((await site.read()).read).toMatchObject({ version: 6, line: planned, procedures: '拠点の画面の手順', employers })
})

test('a version with a first working day replaces those that begin later', async () => {
  await sql`truncate duty cascade`.execute(site.db)
  await site.save({ procedures: 'あすの手順', validFrom: '2026-07-21' })
  await site.save({ procedures: 'いまの手順', validFrom: '2026-07-20' })
  site.setTime('21T01:00')
  expect((await site.read()).read).toMatchObject({ version: 2, procedures: 'いまの手順' })
})

test('a text that is changed in the office form is the next version', async () => {
  const before = (await site.read()).read?.latest.version ?? 0
  expect((await changeOffice('拠点の画面で書いた手順')).status).toBe(200)
  expect((await changeOffice('拠点の画面で書いた手順')).status).toBe(200)
  expect((await site.read()).read).toMatchObject({
    version: before + 1,
    procedures: '拠点の画面で書いた手順',
    madeBy: people.contract.full_name,
  })
})
