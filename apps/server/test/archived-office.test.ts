import { allEndpoints, type Endpoint, isAmong, message, type Office, type Role, roles } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { testConfig } from '../src/platform/test-context.ts'
import { startTestApp } from '../src/test-app.ts'
import { lockOut } from '../src/shared/organisation/test-factories.ts'
import { permissionCases } from './permissions/cases.ts'
import { makePlot } from './permissions/plot.ts'

const product = await startTestApp({ config: testConfig({ mailFrom: 'mimamori@example.jp' }) })
const plot = await makePlot(product.context, 'GONE')
const service = plot.people.AdminUnitService

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const send = async (endpoint: Endpoint) => {
  const entry = permissionCases[nameOf(endpoint)]
  if (entry === undefined) throw new Error(`${nameOf(endpoint)} has no entry in cases.ts`)
  const { permission } = endpoint
  const role = roles.find((one) => Array.isArray(permission) && isAmong<Role>(permission, one)) ?? 'AdminUnitService'
  const { url, payload, headers } = await entry.ask(plot, role)
  const response = await product.app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, ...(await product.as(plot.people[role])) },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.body }
}

const archived = await product.askAs(service, 'POST', `/api/Office/${plot.office.office_id}/Archive`, { officeName: plot.office.name })

/** What changes no record of the office: it concerns the caller, another office, the company or the service, or only reads. */
const ofNoOffice = new Set([
  'POST /api/Office/Search',
  'POST /api/Office',
  'DELETE /api/Office/:id',
  'POST /api/Office/:id/Archive',
  'POST /api/Office/:id/Reopen',
  'DELETE /api/Office/ReferenceChange/:id',
  'POST /api/ApiToken',
  'PUT /api/ApiToken/:id',
  'DELETE /api/ApiToken/:id',
  'POST /api/Company',
  'POST /api/Company/Start',
  'PUT /api/Company',
  'DELETE /api/Company/:id',
  'POST /api/Group/Candidates',
  'POST /api/Report',
  'POST /api/Report/Download',
  'POST /api/Report/download-report',
  'POST /api/Report/Job',
  'POST /api/AlertLoad/Trial',
  'POST /api/Connection/:id/Trial',
  'DELETE /api/Job/:jobId',
  'POST /api/FileUpload/Image',
  'PUT /api/MasterSetting/Company/:id',
  'POST /api/MasterSetting/Company/:id',
  'PUT /api/MasterSetting/UpdateSismilHost',
  'PUT /api/Company/:id/IdentityProvider',
  'POST /api/Company/:id/IdentityProvider/Remove',
  'PUT /api/SecondFactor/RequiredOfService',
])

/** People leave an archived office: their account is deleted, their sessions end, their data is kept longer or erased. */
const ofPeopleWhoLeave = new Set([
  'DELETE /api/UserRole/:id',
  'POST /api/UserRole/:id/Erase',
  'PUT /api/UserRole/:id/Hold',
  'DELETE /api/UserRole/:id/Hold',
  'DELETE /api/UserRole/Session/:id',
  'DELETE /api/UserRole/Session/:id/:sessionId',
])

/** What changes nothing here, and is tried below where it would. */
const ofNothingToChange = new Set([
  'POST /api/WorkerCard/Pin',
  'POST /api/WorkerCard/Show',
  'POST /api/UnregisteredDevice/Register',
  'PUT /api/Map/SetDeviceToMap',
  'POST /api/UserRole/ResetSecondFactor/:id',
  'PUT /api/UserRole/Unlock/:id',
  'PUT /api/UserRole/Enable/:id',
])

// What workers alone may call, nobody does: their sessions ended with the office.
const isOfPerson = ({ permission }: Endpoint) => Array.isArray(permission) && permission.includes('AdminUnitService')
const writes = allEndpoints.filter((endpoint) => endpoint.method !== 'GET' && isOfPerson(endpoint))
const exempt = new Set([...ofNoOffice, ...ofPeopleWhoLeave, ...ofNothingToChange])
const refused = writes.filter((endpoint) => !exempt.has(nameOf(endpoint)))

test('the office is archived, and no name in these lists is left over', () => {
  expect(archived).toMatchObject({ status: 200, body: { officeId: plot.office.office_id } satisfies Partial<Office> })
  const names = new Set(writes.map(nameOf))
  expect([...exempt].filter((name) => !names.has(name))).toEqual([])
})

test.each(refused.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s is refused at an archived office', async (_, endpoint) => {
  const { status, body } = await send(endpoint)
  expect([status, body]).toEqual([403, JSON.stringify(words)])
})

const words = [message('officeArchived')]

test('a device of an archived office is placed on no map', async () => {
  const payload = {
    officeId: plot.office.office_id,
    mapId: await plot.newMap(),
    listGatewayDto: [{ serialNumber: plot.gateway.serial, positionX: 10, positionY: 10 }],
  }
  expect(await product.askAs(service, 'PUT', '/api/Map/SetDeviceToMap', payload)).toEqual({ status: 403, body: words })
})

test('an account of an archived office is neither unlocked nor enabled, and keeps its second factor', async () => {
  const { db } = product.context
  const person = await plot.newWorker()
  await lockOut(db, person, product.time.now)
  await db.updateTable('app_user').set({ disabled_at: product.time.now }).where('app_user.user_id', '=', person.user_id).execute()
  const factor = { company_id: person.company_id, user_id: person.user_id, secret: Buffer.alloc(20), started_at: product.time.now }
  await db
    .insertInto('totp')
    .values({ ...factor, confirmed_at: product.time.now })
    .execute()
  const put = (call: string) => product.askAs(service, 'PUT', `/api/UserRole/${call}/${person.user_id}`)
  expect(await put('Unlock')).toEqual({ status: 403, body: words })
  expect(await put('Enable')).toEqual({ status: 403, body: words })
  const reset = await product.askAs(service, 'POST', `/api/UserRole/ResetSecondFactor/${person.user_id}`, { reason: '紛失' })
  expect(reset).toEqual({ status: 403, body: words })
})

test('a device that was heard before the office was archived is not registered there', async () => {
  const { company_id, office_id } = plot.office
  const device = { kind: 'vital', serial: '77' }
  await product.context.db
    .insertInto('unregistered_device')
    .values({ company_id, office_id, ...device, heard_at: product.time.now })
    .execute()
  const payload = { officeId: office_id, devices: [{ kind: 'vital', serialNumber: '77' }] }
  expect(await product.askAs(service, 'POST', '/api/UnregisteredDevice/Register', payload)).toEqual({ status: 403, body: words })
})

test('nobody of an archived office chooses a PIN', async () => {
  const { company_id, user_id } = await plot.newWorker()
  const card = { company_id, user_id, code: 'GONE2345', made_at: product.time.now, secret_hash: Buffer.alloc(32) }
  await product.context.db.insertInto('worker_card').values(card).execute()
  expect(await product.askAs(service, 'POST', '/api/WorkerCard/Pin', { userId: user_id })).toEqual({ status: 403, body: words })
})

// The stream ends with nothing, and a poster is printed by its link, which no longer opens anything.
const notAnswered = new Set(['/api/live', '/api/Office/:id/Poster'])
const reads = allEndpoints.filter((endpoint) => endpoint.method === 'GET' && isOfPerson(endpoint) && !notAnswered.has(endpoint.path))

test.each(reads.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s is answered', async (_, endpoint) => {
  const { status, body } = await send(endpoint)
  expect([status, status < 400 ? '' : body]).toEqual([200, ''])
})
