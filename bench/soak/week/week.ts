import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { startSmtp } from '../../../apps/server/src/features/outbox/test-smtp.ts'
import { connectDatabase, type DatabaseConnection } from '../../../apps/server/src/platform/database/database.ts'
import { Mosquitto } from '../../../apps/server/test/durability/mosquitto.ts'
import { OwnDatabase } from '../../../apps/server/test/durability/own-database.ts'
import { eventually, freePort, Product, type ProductOptions } from '../../../apps/server/test/durability/product.ts'
import { report } from '../../figure.ts'
import { mountSmallDisk } from '../small-disk.ts'
import type { SoakOptions } from '../soak-options.ts'
import { type Build, earlierBuilds, presentBuild } from './builds.ts'
import { compareWeek, countStored, findCorrected, readClosings, sentInWeek } from './compare.ts'
import { disturbWeek, type MailServer } from './disturb.ts'
import { spendEvenings } from './evenings.ts'
import { nextMonday, pressWeek, workingDays } from './pressed-clock.ts'
import { PressedTime } from './pressed-time.ts'
import { WeekSenders } from './senders.ts'
import { makeWeekSite } from './site.ts'
import { judgeWatch } from './verdict.ts'
import { WeekWatch } from './watch.ts'

const usualHours = 2
const usualWorkers = 500
const diskMegabytes = 8_000
/** For the start of the product and the founding of the site. */
const preparationMs = 90_000

/** A mail server that keeps its address while it comes and goes, and what it has taken. */
const makeMailServer = async (): Promise<MailServer & { readonly url: string; readonly ids: () => string[] }> => {
  let server = await startSmtp()
  const { port, url } = server
  const taken = [server.received]
  return {
    url,
    ids: () => taken.flat().map(({ source }) => /^message-id: (.*)$/im.exec(source)?.[1] ?? 'none'),
    stop: () => server.stop(),
    start: async () => {
      server = await startSmtp({ port })
      taken.push(server.received)
    },
  }
}

const countMails = async ({ pool }: DatabaseConnection, condition: string): Promise<number> =>
  (await pool.query(`select from outbox_mail m where ${condition}`)).rowCount ?? 0

/** What a run is made of, in the folder of its own. */
const prepare = async (folder: string) => {
  const disk = await mountSmallDisk(folder, diskMegabytes)
  const path = disk?.path ?? join(folder, 'database')
  const brokerFolder = join(folder, 'mosquitto')
  await mkdir(path, { recursive: true })
  await mkdir(brokerFolder)
  const { builds, remove } = await earlierBuilds(folder)
  const database = new OwnDatabase(path)
  await database.start()
  const broker = new Mosquitto(await freePort(), brokerFolder)
  await broker.start()
  const mail = await makeMailServer()
  return {
    disk: { path, isSmall: disk !== undefined },
    builds,
    database,
    broker,
    mail,
    close: async () => {
      await mail.stop()
      await broker.stop()
      await database.stop()
      await remove()
      await disk?.unmount()
    },
  }
}

/**
 * Seven days of a site of 500 people, pressed together into two hours (`--hours`): work in the heat, dangers, rests and nights, and
 * all that may happen to a server. At the end everything must be as the judge alone makes it of the readings that were acknowledged,
 * and memory, handles, tables and calls flat. SOAK_WORKERS makes the site smaller. The product's clock is moved by
 * `press-process.ts`; its timers, and the database's clock, are not.
 */
export const soakWeek = async (folder: string, seed: number, { hours = usualHours }: SoakOptions): Promise<boolean> => {
  const workers = Number(process.env['SOAK_WORKERS'] ?? usualWorkers)
  const place = await prepare(folder)
  const [oldest = presentBuild, ...between] = place.builds
  const builds: Build[] = [...between, presentBuild]
  const realBegin = Date.now() + preparationMs
  const time = new PressedTime(pressWeek({ realBegin, begin: nextMonday(realBegin), hours }))
  const connection: ProductOptions['env'] = {
    DATABASE_URL: place.database.url,
    PRESSED_CLOCK: JSON.stringify(time.knots),
    JWT_SECRET: 'a secret of the week that is long enough',
    SMTP_URL: place.mail.url,
    TILE_URL: 'none',
    LOG_LEVEL: 'error',
  }
  const preload = join(import.meta.dirname, 'press-process.ts')
  const product = new Product({
    dataDir: folder,
    port: await freePort(),
    root: oldest.root,
    preload,
    env: { ...connection, MQTT_URL: place.broker.url, ROLES: 'api,ingest,jobs' },
  })
  const database = connectDatabase({ url: place.database.url, log: pino({ level: 'silent' }) })
  try {
    console.error(`week: begins as build ${oldest.name}, then ${builds.map(({ name }) => name).join(', ')}`)
    await product.ready(180_000)
    const site = await makeWeekSite(database.db, { workers, begin: time.begin, seed })
    const senders = new WeekSenders(site, time, product.url, place.broker.url)
    const watch = new WeekWatch(product, database.pool, site, time)
    const nightPort = await freePort()
    const nightOptions = () => ({ dataDir: folder, port: nightPort, root: product.root, preload, env: { ...connection, ROLES: 'jobs' } })
    const [disturbed] = await Promise.all([
      disturbWeek({ ...place, product, senders, time, builds }),
      spendEvenings({ product, database, site, senders, time, nightOptions }),
      watch.run(),
      senders.run(),
    ])
    await time.untilHours(7 * 24)
    const stored = await countStored(database, site, 0, workingDays)
    const isQueueEmpty = async () => (await countMails(database, 'm.sent_at is null and m.failed_at is null')) === 0
    await eventually(isQueueEmpty, 'no mail waits', 120_000).catch((error: Error) => console.error(`week: ${error.message}`))
    // One that somebody has answered or a later one replaces is settled without having been refused.
    const unsent = await countMails(database, "m.sent_at is null and (m.failed_at is null or m.error is not null or m.refused <> '[]')")
    const corrected = await findCorrected(database, site)
    const found = await compareWeek(database, site, corrected)
    for (const finding of found.slice(0, 100)) console.error(`week, SEED=${seed}: ${finding}`)
    const { lines, isFlat } = judgeWatch(watch)
    console.table(lines)
    console.table(disturbed.map(({ kind, day, hour, recoveredSeconds, note }) => ({ day: day + 1, hour, kind, recoveredSeconds, note })))
    const ids = place.mail.ids()
    report('soak week, hours it was pressed into', hours, 'hours', usualHours)
    report('soak week, disturbances', disturbed.length, 'disturbances')
    report('soak week, readings acknowledged', sentInWeek(site), 'readings')
    report('soak week, acknowledged readings lost', sentInWeek(site) - stored, 'readings')
    report(
      'soak week, answers to senders other than 200',
      [...senders.answers].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0),
      'answers',
    )
    report('soak week, emergencies that somebody closed', (await readClosings(database, site)).length, 'emergencies')
    report('soak week, mails taken by the mail server', ids.length, 'mails')
    report('soak week, mails never taken', unsent, 'mails')
    report('soak week, mails taken twice', ids.length - new Set(ids).size, 'mails')
    report('soak week, people left out since their messages came too late', corrected.size, 'people')
    report('soak week, differences from the judge alone', found.length, 'differences')
    const isWell = found.length === 0 && corrected.size === 0 && unsent === 0 && isFlat && stored === sentInWeek(site)
    if (!isWell) console.error(product.words.slice(-4_000))
    return isWell
  } catch (error) {
    console.error(product.words.slice(-6_000))
    throw error
  } finally {
    await product.stop()
    await database.close()
    await place.close()
  }
}
