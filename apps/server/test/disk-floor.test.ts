import { allEndpoints, type DatabaseState, message } from '@mimamori/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createPictureApp, drawing, type PictureApp } from '../src/features/map-image/test-pictures.ts'
import { makeDevice, makeIngestKey } from '../src/shared/organisation/test-factories.ts'
import { createFreeSpace } from '../src/platform/files/free-space.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { reportFilesJob } from '../src/features/report/jobs/report-files-job.ts'
import { permissionCases } from './permissions/cases.ts'
import { makePlot, type Plot } from './permissions/plot.ts'

// More than any disk has: to a product with it each is nearly full.
const diskFloorMegabytes = 1_000_000_000

let roomy: PictureApp
let plot: Plot
let full: FastifyInstance
let fullContext: PictureApp['context']

beforeAll(async () => {
  roomy = await createPictureApp()
  plot = await makePlot(roomy.context, 'HERE')
  fullContext = { ...roomy.context, space: createFreeSpace({ ...roomy.context.config, diskFloorMegabytes }) }
  full = await buildApp(fullContext)
})
afterAll(async () => {
  await full.close()
  await roomy.close()
})

const ask = async (options: InjectOptions) => {
  const { statusCode, rawPayload, json } = await full.inject(options)
  return { status: statusCode, content: rawPayload, json: json as () => unknown }
}

const takesFiles = allEndpoints.filter(({ multipart }) => multipart !== undefined).map(({ method, path }) => `${method} ${path}`)

test.each([...takesFiles, 'POST /api/Report/Job'])('where the disk is nearly full %s is refused in words', async (name) => {
  const request = await permissionCases[name]?.ask(plot, 'AdminUnitContract')
  if (request === undefined) throw new Error(`${name} has no case`)
  const headers = { ...(await roomy.as(plot.people.AdminUnitContract)), ...request.headers }
  const answer = await ask({ method: 'POST', url: request.url, headers, payload: request.payload ?? {} })
  expect([answer.status, answer.json()]).toEqual([507, [message('diskLow')]])
})

test('a report that waited while the disk filled says why it was not made', async () => {
  const request = await permissionCases['POST /api/Report/Job']?.ask(plot, 'AdminUnitContract')
  const { body } = await roomy.askAs(plot.people.AdminUnitContract, 'POST', '/api/Report/Job', request?.payload)
  await takeTurn(fullContext, reportFilesJob)
  const job = await roomy.askAs(plot.people.AdminUnitContract, 'GET', `/api/Job/${(body as { jobId: string }).jobId}`)
  expect(job.body).toMatchObject({ state: 'failed', error: message('diskLow') })
})

test('readings are taken all the same', async () => {
  const { bearer } = await makeIngestKey(roomy.context.db, plot.office.office_id)
  const { serial } = await makeDevice(roomy.context.db, 'heat', plot.office.office_id)
  const readings = [{ kind: 'heat', device: serial, at: roomy.time.now.toISOString(), wbgt: 31 }]
  const answer = await ask({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect([answer.status, answer.json()]).toMatchObject([200, { accepted: 1 }])
})

test('a picture of a map is shown as it is, where a smaller size of it would have to be made', async () => {
  const { people, office } = roomy
  const { key } = await roomy.upload(people.base, await drawing(700, 500).png().toBuffer())
  await roomy.nameOnMap(office, key)
  const seen = async (query: string) => ask({ url: `/api/Map/Image/${key}${query}`, headers: await roomy.as(people.base) })
  const whole = await seen('')
  expect(whole.status).toBe(200)
  expect((await seen('?width=100')).content.equals(whole.content)).toBe(true)
})

test('the process is ready, and says that the disk is low', async () => {
  const answer = await ask({ url: '/readyz' })
  expect([answer.status, answer.json()]).toMatchObject([200, { status: 'limited', warnings: ['diskLow'] }])
})

test('service administrators read how much is free, and nobody else', async () => {
  const read = async (user: { user_id: number }) =>
    (await ask({ url: '/api/DatabaseState', headers: await roomy.as(user) })).json() as DatabaseState
  const [disk] = (await read(roomy.people.service)).disks
  expect(disk).toMatchObject({ floorMegabytes: diskFloorMegabytes })
  expect(disk?.freeMegabytes).toBeLessThan(diskFloorMegabytes)
  expect((await read(roomy.people.contract)).disks).toEqual([])
})
