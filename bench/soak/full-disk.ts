import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { makeCrew } from '../../apps/server/test/durability/crew.ts'
import { findings } from '../../apps/server/test/durability/findings.ts'
import { publishDay } from '../../apps/server/test/durability/mqtt-senders.ts'
import { type Answers, sendDay, sendUntilAcknowledged } from '../../apps/server/test/durability/http-senders.ts'
import { eventually, freePort, postmasterOf, Product } from '../../apps/server/test/durability/product.ts'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/platform/database/database.ts'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { percentile, report } from '../figure.ts'
import { fillDisk, mountSmallDisk } from './small-disk.ts'

const diskMegabytes = 400
const fullMs = 12_000

const kinds = ['nobody', 'server', 'database', 'both'] as const
type Victim = (typeof kinds)[number]

/** Uses up the log that the database has ready, so that it needs a new piece of it and cannot write on: it stops. */
const exhaustLog = async ({ pool }: DatabaseConnection, most = 64): Promise<void> => {
  for (let megabytes = 0; megabytes < most; megabytes++) {
    const isOver = await pool.query("select pg_logical_emit_message(true, 'soak', repeat('x', 1000000))").then(
      () => false,
      (error: unknown) => {
        console.error(`after ${megabytes} MB of log: ${(error as Error).message}`)
        return true
      },
    )
    if (isOver) return
  }
}

type Round = {
  readonly product: Product
  readonly mqttUrl: string
  readonly disk: string
  readonly database: DatabaseConnection
  readonly victim: Victim
  readonly seed: number
}

/** Two crews' day, one over HTTP and one over MQTT, in the middle of which the disk is full for a while, and somebody may be killed besides. */
const fullRound = async ({ product, mqttUrl, disk, database, victim, seed }: Round) => {
  const [hands, pulses, gateways] = [24, 400, 6]
  const byHttp = await makeCrew(database.db, { hands, pulses, seed })
  const byMqtt = await makeCrew(database.db, { hands, pulses, seed: seed + 1 })
  const answers: Answers = new Map()
  const startsBefore = product.starts
  let acknowledged = 0
  const onAcknowledged = () => (acknowledged += 1)
  await sendUntilAcknowledged(byMqtt.key.bearer, byMqtt.heat, { url: product.url })
  const day = Promise.all([
    sendDay(byHttp, gateways, { url: product.url, answers, patienceMs: 180_000, onAcknowledged }),
    publishDay(byMqtt, gateways, { url: mqttUrl, onAcknowledged }),
  ])
  day.catch(() => undefined)
  await eventually(async () => acknowledged > 20, 'the day has begun')
  const filler = await fillDisk(disk)
  const atFull = acknowledged
  await exhaustLog(database)
  await after(fullMs / 2)
  if (victim === 'database' || victim === 'both') {
    try {
      process.kill(postmasterOf(disk), 'SIGKILL')
    } catch (error) {
      console.error(`the database was down already: ${(error as Error).message}`)
    }
  }
  if (victim === 'server' || victim === 'both') product.kill()
  await after(fullMs / 2)
  const meanwhile = acknowledged - atFull
  await filler.empty()
  const emptied = performance.now()
  const before = acknowledged
  await eventually(async () => acknowledged > before, 'readings are taken again', 120_000)
  const recoveredMs = performance.now() - emptied
  await day
  await product.ready()
  await eventually(() => database.pool.query('select 1'), 'the database answers')
  return {
    findings: [...(await findings(database.pool, byHttp)), ...(await findings(database.pool, byMqtt))],
    readings: 2 * hands * pulses,
    meanwhile,
    recoveredMs,
    startsAgain: product.starts - startsBefore,
    answers,
  }
}

/** A small disk that is full again and again under load, with kill -9 besides. Needs the right to mount. */
export const soakFullDisk = async (folder: string, seed: number): Promise<boolean> => {
  const small = await mountSmallDisk(folder, diskMegabytes)
  if (small === undefined) {
    console.error('full-disk: needs the right to mount a small file system; run it as root')
    return false
  }
  const rounds = Number(process.env['SOAK_FULL_DISKS'] ?? 8)
  const mqttPort = await freePort()
  // All that it may write lies on the small disk: data, files, what is on its way, and its log.
  const logFile = join(small.path, 'product.log')
  const env = { MQTT_PORT: String(mqttPort), TMPDIR: small.path }
  const product = new Product({ dataDir: small.path, port: await freePort(), env, logFile })
  let isWell = true
  const recoveries: number[] = []
  let [readings, differences] = [0, 0]
  try {
    await product.ready()
    const url = await eventually(() => runningDatabaseUrl(small.path), 'the database runs')
    const database = connectDatabase({ url, log: pino({ level: 'silent' }) })
    for (let number = 0; number < rounds; number++) {
      const victim = kinds[number % kinds.length] ?? 'both'
      const round = await fullRound({
        product,
        mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
        disk: small.path,
        database,
        victim,
        seed: seed + 2 * number,
      })
      readings += round.readings
      differences += round.findings.length
      recoveries.push(round.recoveredMs / 1_000)
      console.error(
        `round ${number + 1}, disk full, kill -9 of ${victim}: ${round.meanwhile} acknowledged while full, again after ${Math.round(round.recoveredMs)} ms, starts ${round.startsAgain}, answers ${JSON.stringify(Object.fromEntries(round.answers))}`,
      )
      for (const finding of round.findings) console.error(`round ${number + 1}, SEED=${seed + 2 * number}: ${finding}`)
      const isKilled = victim === 'server' || victim === 'both'
      const expected = [200, 503, ...(isKilled ? [0] : [])]
      const isAnswered = [...round.answers.keys()].every((status) => expected.includes(status))
      isWell &&= round.findings.length === 0 && isAnswered && round.startsAgain === (isKilled ? 1 : 0)
    }
    // All that is left goes to the database's own log.
    await exhaustLog(database, diskMegabytes)
    await product.ready(120_000)
    await database.close()
    report('soak full-disk', rounds, 'times')
    report('soak full-disk, readings acknowledged', readings, 'readings')
    report('soak full-disk, differences from an undisturbed run', differences, 'differences')
    report('soak full-disk, until acknowledged again, median', percentile(recoveries, 0.5), 's')
    report('soak full-disk, until acknowledged again, longest', Math.max(...recoveries), 's', 60)
    return isWell
  } catch (error) {
    console.error((await readFile(logFile, 'utf8').catch(() => '')).slice(-4_000))
    throw error
  } finally {
    await product.stop()
    await small.unmount()
  }
}
