import { displayTypes, type Role, type SettingRow } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()

type Office = Awaited<ReturnType<typeof makeOffice>>
type Person = Awaited<ReturnType<typeof makeUser>>

const ask = async (path: string, person: Person) => {
  const { status, body } = await product.ask('GET', `/api/MasterSetting/${path}`, { headers: await product.as(person) })
  return { status, rows: body as SettingRow[] }
}
const store = ({ company_id }: { company_id: number }, office_id: number | null, type: string, key: string, value: string) =>
  product.context.db.insertInto('master_setting').values({ company_id, office_id, type, key, value }).execute()
const rowOf = (rows: readonly SettingRow[], key: string) => rows.find((row) => row.key === key)

const makeSite = async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  return { office, at: (role: Role) => makeUser(db, role, office) }
}
const emergency = 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION'
const path = ({ office_id: id }: Office) => `Office/${id}`

test('a site’s settings say where each value comes from, and what would be in force without the site’s own', async () => {
  const { office, at } = await makeSite()
  await store(office, null, emergency, 'ACCUMULATED_TIME', '20')
  await store(office, office.office_id, emergency, 'ACCUMULATED_TIME', '30')
  await store(office, null, emergency, 'LEVEL_OF_MEASURING', '2')
  await store(office, office.office_id, emergency, 'LEVEL_OF_MEASURING', 'unreadable')
  const admin = await at('AdminUnitContract')
  const { rows } = await ask(`${path(office)}?type=${emergency}`, admin)
  expect(rows).toEqual([
    { type: emergency, key: 'LEVEL_OF_MEASURING', value: '2', source: 'company', without: { value: '2', source: 'company' }, version: 1 },
    { type: emergency, key: 'ACCUMULATED_TIME', value: '30', source: 'office', without: { value: '20', source: 'company' }, version: 1 },
  ])
  expect(rowOf((await ask(`Company/${office.company_id}`, admin)).rows, 'ACCUMULATED_TIME')).toMatchObject({
    value: '20',
    source: 'company',
    without: { value: '15', source: 'default' },
  })
})

test('every role reads the display items of its own site, and administrators alone an address', async () => {
  const { office, at } = await makeSite()
  const stranger = await makeSite()
  await store(office, null, 'EMAIL_ALERT_SETTING', 'TO', 'anzen@example.co.jp')
  await store(office, office.office_id, 'PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING', 'AGE', '0')
  for (const role of ['GroupLeader', 'GroupSubLeader', 'User'] as const) {
    const { status, rows } = await ask(path(office), await at(role))
    expect(status).toBe(200)
    expect([...new Set(rows.map(({ type }) => type))].toSorted()).toEqual([...displayTypes].toSorted())
    expect(rowOf(rows, 'AGE')).toMatchObject({ value: '0', source: 'office' })
    expect(JSON.stringify(rows)).not.toContain('@')
    expect((await ask(`${path(office)}?type=EMAIL_ALERT_SETTING`, await at(role))).rows).toEqual([])
  }
  for (const role of ['AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin'] as const)
    expect(rowOf((await ask(path(office), await at(role))).rows, 'TO')).toMatchObject({ value: 'anzen@example.co.jp' })
  for (const role of ['AdminUnitContract', 'HeadquartersAdmin', 'GroupLeader', 'User'] as const)
    expect((await ask(path(office), await stranger.at(role))).status).toBe(404)
})
