import { beforeAll, expect, it } from 'vitest'
import { minutesBetween, startBookSite } from './test-book.ts'

const site = await startBookSite()
const day = '2026-07-20'
const query = (unit: string, path = '') =>
  `${path}?officeId=${site.tenants.office.office_id}&device=000901&from=${day}&to=${day}&unit=${unit}${path === '' ? '&limit=1000' : '&format=csv'}`

beforeAll(async () => {
  site.time.now = new Date(`${day}T11:00:00+09:00`)
  await site.makeWatcher('000901')
  const air = { temperature: 33, humidity: 60, globe: 46 }
  await site.send(site.tenants.office.office_id, '000901', [
    ...minutesBetween(`${day}T09:00`, `${day}T09:20`, 2).map((at) => ({ at, wbgt: 27.5, ...air })),
    ...minutesBetween(`${day}T09:20`, `${day}T09:30`, 2).map((at) => ({ at, ...air })),
  ])
})

it('names the values that were estimated', async () => {
  const { data } = await site.read(site.tenants.people.base, query('value'))
  const shown = data.filter(({ source }) => source !== 'gap')
  expect(shown.map(({ source }) => source)).toEqual([...Array(10).fill('measured'), ...Array(5).fill('estimated')])
  expect(shown.at(-1)).toMatchObject({ wbgt: expect.closeTo(32.7, 3), temperature: 33, globe: 46, remark: null })
})

it.each(['computed', 'stored'])('names a stretch estimated that holds such values, %s', async (how) => {
  if (how === 'stored') await site.keepSummaries()
  const slots = (await site.read(site.tenants.people.base, query('slot'))).data.filter(({ source }) => source !== 'gap')
  expect(slots.map(({ source }) => source)).toEqual(['measured', 'measured', 'estimated'])
  const [hour] = (await site.read(site.tenants.people.base, query('hour'))).data
  expect(hour).toMatchObject({ source: 'estimated', count: 15 })
})

it('says it of a summary whose readings are gone', async () => {
  await site.keepSummaries()
  await site.db.deleteFrom('reading').where('office_id', '=', site.tenants.office.office_id).execute()
  const slots = (await site.read(site.tenants.people.base, query('slot'))).data.filter(({ source }) => source === 'summary')
  expect(slots.map(({ remark }) => remark)).toEqual([null, null, '推定の値を含みます'])
})

it('writes it into the file', async () => {
  const file = (await site.askBook(site.tenants.people.base, query('slot', '/Download'))).body as string
  expect(file).toContain('推定の値を含みます')
})
