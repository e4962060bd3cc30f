import { allEndpoints } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../src/test-app.ts'
import { permissionCases } from './permissions/cases.ts'
import { makePlot, type Plot, plotPassword } from './permissions/plot.ts'

const product = await startTestApp()
const here = await makePlot(product.context, 'HERE')
const far = await makePlot(product.context, 'FAR')

// One entry is left, since a file of no entries is refused.
beforeEach(async () => {
  await sql`truncate audit_log`.execute(product.context.db)
  await product.context.db
    .insertInto('audit_log')
    .values({ company_id: here.office.company_id, user_name: 'test', action: 'create', resource: 'group', resource_id: '1' })
    .execute()
})

/** Answers of their own making that take no records away: headings alone, pictures, what a screen shows as it happens. */
const noFiles = new Set([
  ...['Group', 'UserRole', 'Device', 'HeatIndexWatcher', 'Gateway', 'ReferenceBarometer'].map((name) => `GET /api/${name}/Template`),
  'GET /api/live',
  'GET /api/Wallboard/:officeId/Live',
  'GET /api/Map/GetMapImageData',
  'GET /api/Map/Image/:key',
  'GET /api/Office/:id/Poster',
  'GET /api/Authenticate/Sso',
  'GET /api/Authenticate/Sso/:companyId/Callback',
])
const named = allEndpoints.filter(({ raw }) => raw === true).map(({ method, path }) => `${method} ${path}`)
const files = named.filter((name) => !noFiles.has(name))

const exported = () =>
  product.context.db
    .selectFrom('audit_log as a')
    .select(['a.company_id', 'a.office_id', 'a.user_name', 'a.resource', 'a.resource_id', 'a.after', 'a.address'])
    .where('a.action', '=', 'export')
    .orderBy('a.audit_id')
    .execute()

/** Asks for a file of the plot as that administrator, and reads it to its end. */
const take = async (name: string, plot: Plot, role: 'AdminUnitService' | 'AdminUnitContract') => {
  const request = await permissionCases[name]?.ask(plot, role)
  if (request === undefined) throw new Error(`${name} has no case`)
  const user = plot.people[role]
  const headers = await product.as(user)
  // What is kept of oneself is given to somebody who has shown once more who they are.
  if (name === 'GET /api/User/MyData') await product.ask('POST', '/api/User/Confirmation', { headers, payload: { password: plotPassword } })
  const method = name.startsWith('POST') ? 'POST' : 'GET'
  return product.ask(method, request.url, { headers, ...(request.payload === undefined ? {} : { payload: request.payload }) })
}

describe('a file that somebody takes is on the log', () => {
  test('all calls for files are known', () => expect(named).toEqual(expect.arrayContaining([...noFiles])))

  test.each(files)('%s', async (name) => {
    expect((await take(name, here, 'AdminUnitContract')).status).toBe(200)
    expect(await exported()).toMatchObject([
      {
        company_id: here.office.company_id,
        user_name: here.people.AdminUnitContract.login_id,
        resource_id: expect.stringMatching(/\.(csv|ndjson|pdf|zip)$/),
        address: '127.0.0.1',
      },
    ])
  })
})

const download = async (query: string, plot = here, role: 'AdminUnitService' | 'AdminUnitContract' = 'AdminUnitContract') =>
  product.ask('GET', `/api/UserRole/Download?${query}`, { headers: await product.as(plot.people[role]) })

test('with how it was narrowed and how many lines it has', async () => {
  await download(`role=User&officeId=${here.office.office_id}`)
  expect(await exported()).toMatchObject([
    {
      office_id: here.office.office_id,
      resource: 'user',
      resource_id: '作業者.csv',
      after: { role: 'User', officeName: here.office.name, lines: 1 },
    },
  ])
})

test("the provider's administrators leave it on the log of each company whose data it may hold", async () => {
  const companies = async () => (await exported()).map(({ company_id }) => company_id)
  await download(`role=User&officeId=${far.office.office_id}`, here, 'AdminUnitService')
  expect(await companies()).toEqual([far.office.company_id])
  await sql`truncate audit_log`.execute(product.context.db)
  await download('role=User', here, 'AdminUnitService')
  expect(await companies()).toEqual([here.people.AdminUnitService.company_id, here.office.company_id, far.office.company_id])
  expect((await exported()).map(({ after }) => after)).not.toContainEqual(expect.objectContaining({ lines: expect.anything() }))
})

test('a request for data of others leaves nothing on the log of those others', async () => {
  await download(`role=User&officeId=${far.office.office_id}`)
  await download(`role=User&companyId=${far.office.company_id}`)
  expect((await exported()).map(({ company_id }) => company_id)).toEqual([here.office.company_id, here.office.company_id])
})

test('a file whose record cannot be kept does not come whole', async () => {
  const { pool } = product.context
  await pool.query(`alter table audit_log add constraint away check (action <> 'export') not valid`)
  const answered = await download('role=User').then(
    ({ status }) => status,
    () => 'cut',
  )
  const paper = await take('GET /api/Report/Summary/Download', here, 'AdminUnitContract')
  await pool.query('alter table audit_log drop constraint away')
  expect(answered).not.toBe(200)
  expect(paper.status).toBe(500)
})
