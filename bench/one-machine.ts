import { measureAlertList } from './alert-list.ts'
import { measureAlerts } from './alerts.ts'
import { liveLatencies, signIn, type SignedInHeaders, timeCalls } from './console.ts'
import { attempt } from './attempt.ts'
import { measureDeviceImport, measureDeviceLists } from './devices.ts'
import { databaseOnlyPerSecond, plainRowsPerSecond } from './database.ts'
import { settingLatencies } from './downlink.ts'
import { measureFair } from './fair.ts'
import { percentile, report } from './figure.ts'
import { addBaseAdmin, type Crowd, fillCrowd } from './fill.ts'
import { measureImport } from './import.ts'
import { measurePasswordImport } from './import-passwords.ts'
import { sendOverHttp } from './ingest-http.ts'
import { sendOverMqtt } from './ingest-mqtt.ts'
import { sendToJoinedFlow } from './joined-flow.ts'
import { costOfLate } from './late.ts'
import { loginPageKb } from './login-bundle.ts'
import { measureMapImage } from './map-image.ts'
import { type Product, startProduct } from './product.ts'
import { measureReportZip } from './report-zip.ts'
import { measureReports } from './reports.ts'
import { longestScrollTask } from './scroll.ts'
import { measurePainted } from './seen.ts'

const workers = 10_000
const sustainedSeconds = Number(process.env['BENCH_SECONDS'] ?? 120)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Stored readings of former days, so that a list must show that it does not care how many there are. */
const storeOldReadings = async ({ pool }: Product, millions: number): Promise<void> => {
  await pool.query(`select ensure_reading_partition(now() - n * interval '1 day') from generate_series(1, 30) n`)
  await pool.query(
    `insert into reading (company_id, office_id, group_id, device_id, at, call, user_id, received_at, heart_rate, wbgt, excess, total_level)
     select u.company_id, u.office_id, u.group_id, w.device_id, at, false, w.user_id, at, 100, 28, 0, 1
       from wear w join app_user u using (company_id, user_id), generate_series(1, $1) n, lateral (select date_trunc('minute', now()) - interval '2 days' - n * interval '1 minute' as at) t
     on conflict do nothing`,
    [Math.round((millions * 1_000_000) / workers)],
  )
  await pool.query('analyze reading')
}

/** Sends readings and reports the processor time they took: where others share the machine it is steadier than their number a second. */
const countProcessorTime = async <Sent extends { readonly readings: number }>(
  product: Product,
  by: string,
  send: () => Promise<Sent>,
): Promise<Sent> => {
  const before = await product.usedUs()
  const sent = await send()
  const after = await product.usedUs()
  report(`ingest ${by}, processor time of the server`, (after.server - before.server) / sent.readings, 'µs a reading')
  report(`ingest ${by}, processor time of the database`, (after.database - before.database) / sent.readings, 'µs a reading')
  return sent
}

/** Ten administrators of the site, each at a console: one person's calls take turns. */
const signInTen = async (product: Product, crowd: Crowd): Promise<SignedInHeaders[]> => {
  const people: SignedInHeaders[] = []
  for (let n = 0; n < 10; n++) people.push(await signIn(product, await addBaseAdmin(product.pool, crowd, `console-${n}`)))
  return people
}

const measureList = async (product: Product, people: readonly SignedInHeaders[], name: string): Promise<[number, number]> => {
  const url = `${product.url}/api/HealthCondition?limit=100`
  await timeCalls(url, people, 50, 2)
  const two = percentile(await timeCalls(url, people, 400, 2), 0.95)
  const ten = percentile(await timeCalls(url, people, 600, 10), 0.95)
  report(`condition-list p95, 2 in flight, ${name}`, two, 'ms', 50)
  report(`condition-list p95, 10 in flight, ${name}`, ten, 'ms', 150)
  // Those who ask the same share a reading: so also what it costs when nobody asks for another's page.
  const pages = Array.from({ length: 10 }, (_, n) => `${url}&offset=${n * 100}`)
  report(`condition-list p95, 10 in flight, no two alike, ${name}`, percentile(await timeCalls(pages, people, 600, 10), 0.95), 'ms', 75)
  // Pages of one list share its order, so also lists of which nothing is shared.
  const orders = ['fullName', 'age', 'baseName', 'groupName', 'heartRate', 'excess', 'wbgtValue', 'bateryLevel', 'alertLevel', 'alertTime']
  const lists = orders.map((key) => `${url}&sortKey=${key}`)
  report(
    `condition-list p95, 10 in flight, no two in one order, ${name}`,
    percentile(await timeCalls(lists, people, 600, 10), 0.95),
    'ms',
    150,
  )
  return [two, ten]
}

/** What the database takes, and what the product makes of it. */
const measureIngestion = async (product: Product, crowd: Crowd): Promise<void> => {
  const plain = await attempt('database plain', async () => {
    const perSecond = await plainRowsPerSecond(product.pool, 10)
    report('database plain', perSecond, 'rows/s')
    return perSecond
  })
  const databaseOnly = await attempt('database only', async () => {
    const perSecond = await databaseOnlyPerSecond(product, crowd, minutesAgo(600))
    report('database only', perSecond, 'readings/s', plain)
    return perSecond
  })
  await attempt('ingest http', async () => {
    const http = await countProcessorTime(product, 'http', () => sendOverHttp(product, crowd, sustainedSeconds, minutesAgo(580)))
    const perSecond = http.readings / http.seconds
    report('ingest http, of plain', perSecond, 'readings/s', plain)
    report('ingest http, of database only', perSecond, 'readings/s', databaseOnly)
    report('server resident, at most', Math.max(...http.residentMb), 'MB', 400)
  })
  await attempt('ingest mqtt', async () => {
    const mqtt = await countProcessorTime(product, 'mqtt', () =>
      sendOverMqtt(product, crowd, Math.min(30, sustainedSeconds), minutesAgo(300)),
    )
    report('ingest mqtt, of plain', mqtt.readings / mqtt.seconds, 'readings/s', plain)
    const flow = await sendToJoinedFlow(product, crowd, Math.min(5, sustainedSeconds))
    report('ingest mqtt, of a flow that joins a hundred messages', mqtt.readings / mqtt.seconds, 'readings/s', flow.readings / flow.seconds)
  })
  await attempt('late reading', async () => {
    const { inOrder, late } = await costOfLate(product, crowd, minutesAgo(240))
    report('late reading, judged again in its place', late, 'ms', inOrder)
  })
}

/** The condition list before and after five million further readings are stored. */
const measureListAgain = async (product: Product, crowd: Crowd): Promise<void> => {
  const people = await signInTen(product, crowd)
  const few = await measureList(product, people, 'as stored so far')
  await storeOldReadings(product, 5)
  const many = await measureList(product, people, 'and 5 million more')
  report('condition-list with 5 million more, 2 in flight', many[0], 'ms', few[0])
  report('condition-list with 5 million more, 10 in flight', many[1], 'ms', few[1])
}

/**
 * Ingestion, live stream, lists, alerts, imports, reports and pages of one product on this machine, one after another; each is
 * measured whether or not those before it could be.
 */
export const measureOneMachine = async (): Promise<void> => {
  const product = await startProduct()
  try {
    const crowd = await fillCrowd(product.pool, workers)
    await measureIngestion(product, crowd)
    await attempt('fair', () => measureFair(product, crowd, minutesAgo(180)))
    await attempt('live event', async () => {
      const latencies = await liveLatencies(product, crowd, 1_000, 20)
      report('live event p99, 1,000 readings/s', percentile(latencies, 0.99), 'ms', 1_000)
    })
    await attempt('setting', async () => {
      report('setting saved → device has it, p99 of 100', percentile(await settingLatencies(product, crowd, 100), 0.99), 'ms', 1_000)
    })
    await attempt('condition-list', () => measureListAgain(product, crowd))
    const base = await addBaseAdmin(product.pool, crowd)
    // Before the import, whose memory the server keeps for a while.
    await attempt('report zip', () => measureReportZip(product, crowd, base))
    await attempt('import', () => measureImport(product, base, 100_000))
    await attempt('password import', () => measurePasswordImport(product, 12_000))
    await attempt('devices', async () => measureDeviceLists(product, await measureDeviceImport(product, 50_000)))
    await attempt('alerts', () => measureAlerts(product, crowd))
    await attempt('painted', () => measurePainted(product, crowd))
    await attempt('alert-list', () => measureAlertList(product))
    await attempt('reports', () => measureReports(product))
    await attempt('map image', () => measureMapImage(product))
    await attempt('scroll', async () => void report('longest task scrolling 1,000 rows', await longestScrollTask(product), 'ms', 200))
    await attempt('login page', async () => void report('login page JavaScript, gzip', await loginPageKb(product), 'KB', 155))
  } finally {
    await product.stop()
  }
}
