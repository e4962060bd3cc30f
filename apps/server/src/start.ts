import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import { keepMoved } from '@mimamori/embedded-postgres/move-mark'
import type { Parts } from './app.ts'
import type { Mqtt } from './features/ingest/mqtt/mqtt.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config, Settings } from './platform/config/config.ts'
import type { Context } from './platform/context.ts'
import { connectDatabase } from './platform/database/database.ts'
import { isDatabaseAway, isNodeAway } from './platform/database/database-away.ts'
import { primaryUrl } from './platform/database/database-primary.ts'
import { removeAbandonedFiles } from './platform/exchange/upload.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { createFreeSpace, watchFreeSpace } from './platform/files/free-space.ts'
import { distribute } from './platform/database/distribute.ts'
import { replayErasures } from './features/user-role/erasure/replay-erasures.ts'
import { ensureFirstAdmin, firstAdminLoginId, isAdminPasswordUnused } from './features/user-role/first-admin.ts'
import { listenWidely } from './platform/traffic/listen-widely.ts'
import { isJournal } from './platform/journal.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/database/migrate.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { recordMoves } from './features/database-state/record-moves.ts'
import { describeReach } from './platform/reach.ts'
import { secretInDatabase, secretInFolder } from './platform/secrets/product-secret.ts'
import { reasonOf } from './platform/errors.ts'

export type Server = {
  /** Where people reach it. */
  readonly url: string
  readonly context: Context
  /** Ends in order: no new requests, those under way, the ingestion, the database. May be called any number of times. */
  readonly stop: () => Promise<void>
}

export type Overrides = {
  readonly clock?: Clock
  readonly log?: Logger
  /** Prints a line for the operator; standard output unless given. */
  readonly print?: (line: string) => void
}

type Stop = () => Promise<void>

/** Runs what has been started backwards, each step even if one before it failed. */
const stopInReverse = async (stops: readonly Stop[], log: Logger): Promise<void> => {
  for (const stop of stops.toReversed()) await stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
}

// A database started together with us, as Compose does, needs a moment.
const databasePatienceMs = 30_000

const whenDatabaseAnswers = async (work: () => Promise<unknown>, log: Logger): Promise<void> => {
  const until = Date.now() + databasePatienceMs
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > until) throw error
      log.warn({ reason: reasonOf(error) }, 'the database does not answer yet')
      await after(1_000)
    }
  }
}

const databaseUrlOf = async (settings: Settings, log: Logger, stops: Stop[]): Promise<string> => {
  if (settings.databaseUrl !== undefined) {
    await keepMoved(settings.dataDir)
    return settings.databaseUrl
  }
  const { startEmbeddedPostgres } = await import('@mimamori/embedded-postgres')
  const { copyAndVerify } = await import('./copy-and-verify.ts')
  const copy = async (urls: { from: string; to: string }) => {
    const { faults, ...counts } = await copyAndVerify({ ...urls, log })
    log.warn({ ...counts, faults }, 'the database was copied, compared and its audit log verified')
  }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log, copy })
  stops.push(() => embedded.stop())
  return embedded.url
}

const openContext = async (settings: Settings, log: Logger, clock: Clock, stops: Stop[]): Promise<Context> => {
  const url = await databaseUrlOf(settings, log, stops)
  let nodes: string[] = []
  await whenDatabaseAnswers(async () => {
    const there = await primaryUrl(url, log)
    await migrate({ url: there, log })
    nodes = await distribute({ url: there, log })
  }, log)
  const { db, pool, pipelined, primary, close } = connectDatabase({ url, log, isDivided: nodes.length > 0 })
  stops.push(close, recordMoves({ db, log, primary }).stop)
  const made = () => {
    if (settings.databaseUrl === undefined) return secretInFolder(settings.dataDir)
    log.warn('JWT_SECRET is not set: the secret lies in the database, and a copy of it is enough to sign in as anybody; set JWT_SECRET')
    return secretInDatabase(db)
  }
  const config: Config = { ...settings, jwtSecrets: settings.jwtSecrets ?? [await made()] }
  const space = createFreeSpace(settings)
  stops.push(watchFreeSpace(space, log))
  return { config, db, pool, pipelined, primary, isDivided: nodes.length > 0, log, clock, files: await openFileStore(settings), space }
}

/**
 * Loads the code of the roles before anything runs. Loading occupies the process for seconds on a busy machine: a connection
 * asked for before that would time out, since Node runs timers before it reads answers.
 */
const loadModules = async ({ roles }: Settings) => {
  const { createReceiver } = await import('./features/ingest/receive.ts')
  const { startJobs } = roles.includes('jobs') ? await import('./jobs.ts') : {}
  const { startMqtt } = roles.includes('ingest') ? await import('./features/ingest/start.ts') : {}
  const { buildApp } = await import('./app.ts')
  const { startMetrics } = await import('./platform/http/metrics.ts')
  const { operationRegistry } = await import('./shared/operation/operation-metrics.ts')
  const { startOperationWatch } = await import('./features/operation/watch.ts')
  return { createReceiver, startJobs, startMqtt, startOperationWatch, buildApp, startMetrics, operationRegistry }
}

type Modules = Awaited<ReturnType<typeof loadModules>>

/** What 稼働状況 says of the way in over MQTT. */
const brokerFacts = ({ config }: Context, mqtt: Mqtt | null) =>
  mqtt === null
    ? null
    : {
        isEmbedded: config.mqttUrl === undefined,
        isConnected: mqtt.isConnected(),
        sessions: mqtt.sessions(),
        isFull: mqtt.hasRefusedLately(),
      }

/** Starts what the roles ask for beside HTTP: the jobs, and the way in over MQTT. Readings by HTTP every process takes. */
const startRoles = async (context: Context, modules: Modules, stops: Stop[]): Promise<Parts> => {
  const { createReceiver, startJobs, startMqtt, startOperationWatch } = modules
  const { receive, drain } = createReceiver(context)
  stops.push(drain)
  const mqtt = startMqtt === undefined ? null : await startMqtt(context, receive)
  if (mqtt !== null) stops.push(mqtt.stop)
  const operation = startOperationWatch(context, () => brokerFacts(context, mqtt))
  stops.push(operation.stop)
  if (startJobs !== undefined) stops.push(startJobs(context, operation).stop)
  const warnings = { alarmsHeldUp: operation.areAlarmsHeldUp }
  if (mqtt === null) return { receive, operation, warnings }
  return {
    receive,
    operation,
    readiness: { broker: mqtt.isConnected },
    warnings: { ...warnings, gatewaysRefused: mqtt.hasRefusedLately },
  }
}

const listen = async (
  context: Context,
  { buildApp, startMetrics, operationRegistry }: Modules,
  parts: Parts,
  stops: Stop[],
): Promise<string> => {
  const app = await buildApp(context, parts)
  const { config } = context
  // Also where it does not come to listen.
  stops.push(() => app.close())
  stops.push(await listenWidely(app, config))
  const metrics = await startMetrics(config, context.log, operationRegistry(context, parts.readiness ?? {}))
  if (metrics !== undefined) stops.push(() => metrics.close())
  const { port } = app.server.address() as AddressInfo
  return config.publicUrl ?? `${config.tlsCert === undefined ? 'http' : 'https'}://localhost:${port}`
}

/** The journal keeps lines for years, and all may read them who may read logs: there a password is asked for by a command. */
const firstAdminLine = (password: string): string => {
  const admin = `最初のサービス管理者: ログインID ${firstAdminLoginId}`
  return isJournal(process.stdout.fd)
    ? `${admin}  パスワードを作るには：sudo mimamori reset-password ${firstAdminLoginId}`
    : `${admin}  パスワード ${password}（表示はこの一度だけです）`
}

/**
 * Starts the process roles of the settings, on the embedded database unless they name another.
 * @throws ConfigError, DatabaseStartError or MigrationError, with nothing left running
 */
export const startServer = async (settings: Settings, overrides: Overrides = {}): Promise<Server> => {
  const {
    clock = systemClock,
    log = createLog(settings.logLevel),
    print = (line: string) => void process.stdout.write(`${line}\n`),
  } = overrides
  const stops: Stop[] = []
  try {
    stops.push(await startTracing(settings, log))
    const modules = await loadModules(settings)
    const context = await openContext(settings, log, clock, stops)
    const prepareFirstAdmin = async () => {
      const password = await ensureFirstAdmin(context)
      if (password === undefined && (await isAdminPasswordUnused(context)))
        print(
          `ADMIN_PASSWORD は使われません：サービス管理者はもう登録されています。パスワードを忘れたときは mimamori reset-password ${firstAdminLoginId}（npm で動かしているときは npm run reset-password -- ${firstAdminLoginId}）`,
        )
      return password
    }
    const password = await prepareFirstAdmin().catch((error: Error) => {
      // Who may sign in as the provider's administrator shows once its node is back; the companies of the others are served.
      if (!isNodeAway(error)) throw error
      log.warn({ reason: error.message }, 'a node of the cluster is away')
      return undefined
    })
    if (password !== undefined) print(firstAdminLine(password))
    // Before anybody sees what a restored backup has brought back; where that fails, the job tries again.
    await replayErasures(context).catch((error: Error) => log.error({ err: error }, 'the ledger of erasures could not be played again'))
    await removeAbandonedFiles()
    const parts = await startRoles(context, modules, stops)
    const url = await listen(context, modules, parts, stops)
    const reach = describeReach(settings)
    if (reach !== undefined) print(reach)
    print(`見守りが動いています: ${url}`)
    let stopped: Promise<void> | undefined
    return { url, context, stop: () => (stopped ??= stopInReverse(stops, log)) }
  } catch (error) {
    await stopInReverse(stops, log)
    throw error
  }
}
