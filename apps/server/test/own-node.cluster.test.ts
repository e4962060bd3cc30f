import { allEndpoints, type Endpoint, type Role, userSortKeys } from '@mimamori/contract'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { decode } from '../src/features/ingest/decode.ts'
import { ingest } from '../src/features/ingest/pipeline.ts'
import { sendDueNotices } from '../src/features/alerts/notices/send-due-notices.ts'
import { buildApp } from '../src/app.ts'
import { barometers } from '../src/features/device/barometer.ts'
import { gateways } from '../src/features/device/gateway.ts'
import { heatWatchers } from '../src/features/device/heat-watcher.ts'
import { wornDevices } from '../src/features/device/worn-device.ts'
import { connectDatabase } from '../src/platform/database/database.ts'
import { beltOrders } from '../src/features/safety-belt/sort.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { startTestApp } from '../src/test-app.ts'
import { permissionCases } from './permissions/cases.ts'
import { makePlot } from './permissions/plot.ts'

/** Who is of one company. */
const ofOneCompany = ['AdminUnitContract', 'HeadquartersAdmin', 'GroupLeader', 'GroupSubLeader', 'User'] as const satisfies readonly Role[]

// While another node is away, or its network is, nobody of a company on a living one may notice.
const product = await startTestApp({ config: testConfig({ mailFrom: 'mimamori@example.jp' }) })
const refused: string[] = []
const connection = connectDatabase({ url: product.url, log: pino({ level: 'silent' }), isDivided: true })
for (const pool of [connection.pool, connection.pipelined])
  pool.on('connect', (client) => void client.query(`set citus.multi_task_query_log_level = 'error'`))
const log = pino({ level: 'error' }, { write: (line) => void refused.push(line) })
const { db, pool, pipelined } = connection
const guarded = { ...product.context, db, pool, pipelined, log }
const app = await buildApp(guarded)
afterAll(async () => {
  await app.close()
  await connection.close()
})
const plot = await makePlot(product.context, 'HERE')

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

// A person who subscribes a browser takes it from its former subscriber, in any company that can be reached (lost-node.cluster.test.ts).
const asksAllAtHand: ReadonlySet<string> = new Set(['POST /api/Push/Subscription'])

const callers = ({ permission }: Endpoint): readonly Role[] =>
  permission === 'session' ? ofOneCompany : typeof permission === 'string' ? [] : ofOneCompany.filter((role) => permission.includes(role))

const cases = allEndpoints.flatMap((endpoint) =>
  (asksAllAtHand.has(nameOf(endpoint)) ? [] : callers(endpoint)).map((role) => [`${nameOf(endpoint)} as ${role}`, endpoint, role] as const),
)

test.each(cases)('%s asks no node but the company’s', async (_, endpoint, role) => {
  const { url, payload, headers } = (await permissionCases[nameOf(endpoint)]?.ask(plot, role)) ?? { url: '' }
  refused.length = 0
  const response = await app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, ...(await product.as(plot.people[role])) },
    payloadAsStream: true,
    ...(payload === undefined ? {} : { payload }),
  })
  response.stream().destroy()
  expect(refused).toEqual([])
  expect(response.statusCode).toBeLessThan(500)
})

// An order may join tables of its own.
const orders = [
  ...Object.entries({
    Device: wornDevices.sortKeys,
    Gateway: gateways.sortKeys,
    HeatIndexWatcher: heatWatchers.sortKeys,
    ReferenceBarometer: barometers.sortKeys,
    SafetyBelt: beltOrders.keys,
  }).flatMap(([list, keys]) => Object.keys(keys).map((key) => [list, key] as const)),
  ...userSortKeys.map((key) => ['UserRole', key] as const),
  ...['Group', 'Group/Overview'].map((list) => [list, 'groupLeader'] as const),
]

test.each(orders)('The list of %s by %s asks no node but the company’s', async (list, key) => {
  const headers = await product.as(plot.people.AdminUnitContract)
  refused.length = 0
  const { statusCode } = await app.inject({ url: `/api/${list}?sortKey=${key}`, headers })
  expect(refused).toEqual([])
  expect(statusCode).toBe(200)
})

test('readings are stored, judged and notified, a stored one counts as a repeat', async () => {
  await plot.newHeat()
  const { company_id: companyId, office_id: officeId } = plot.office
  const at = (ago: number) => new Date(product.time.now.getTime() - ago * 60_000).toISOString()
  const sent = [
    { kind: 'heat', device: plot.watcher.serial, at: at(1), wbgt: 27 },
    { kind: 'vital', device: plot.device.serial, at: at(1), heartRate: 190, gateway: plot.gateway.serial },
    { kind: 'vital', device: plot.device.serial, at: at(0), heartRate: 190, call: true, gateway: plot.gateway.serial },
    { kind: 'belt', device: plot.belt.serial, at: at(0), hook: 0, pressure: 100_000 },
  ]
  const received = sent.map((item, index) => {
    const decoded = decode(item)
    if ('reason' in decoded) throw new Error(decoded.reason)
    return { ...decoded, companyId, officeId, receivedAt: product.time.now.getTime(), index }
  })
  expect(await ingest(guarded, received)).toEqual(['duplicate', 'accepted', 'accepted', 'accepted'])
  const client = await pool.connect()
  try {
    expect(await sendDueNotices(guarded, client, companyId)).toBe(false)
  } finally {
    client.release()
  }
})
