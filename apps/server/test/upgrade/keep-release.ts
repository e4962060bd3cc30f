import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { runProgram } from '@mimamori/embedded-postgres/run-program'
import { eventually, freePort } from '../durability/product.ts'
import { type Ask, readFacts } from './release-facts.ts'

/**
 * Keeps the data of a release for all that come after it: `npm run keep-release`, or of another release,
 * `npm run keep-release -- CHECKOUT`, a folder with its source and packages. It runs the release's own demo for 2.4 hours of
 * readings, handles alerts and changes settings through its API, writes down what it says of its data, and backs it up. Of this
 * repository it also writes down which commit that was (scripts/former-release.json). A kept release is never made again by itself.
 */
const repository = join(import.meta.dirname, '../../../..')
const checkout = resolve(process.argv[2] ?? repository)
const { version, scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
  version: string
  scripts: { backup: string }
}
const into = join(import.meta.dirname, version)

const git = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runProgram('git', ['-C', checkout, ...args])
  if (code !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`)
  return stdout.trim()
}

/** Before anything is made: the commit has to be what is on the disk, and a kept release stays. */
const commitToKeep = async (): Promise<string> => {
  if ((await readdir(import.meta.dirname)).includes(version))
    throw new Error(`${version} is kept already, and later migrations were tried on it. Where nobody has it yet: git rm -rq ${into}`)
  const changed = await git('status', '--porcelain', '--', '.', ':!apps/server/test/upgrade')
  if (changed !== '') throw new Error(`the commit is written down as what made this data, so commit first:\n${changed}`)
  return git('rev-parse', 'HEAD')
}

const commit = await commitToKeep()
// Beside its place: a folder can only be renamed on its own disk.
const made = `${into}.unfinished`
const home = await mkdtemp(join(tmpdir(), 'mimamori-keep-'))
await chmod(home, 0o755)
const dataDir = join(home, 'data')
const [port, mqttPort] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${port}`

/** Days that the demo fills with sums of hours, of its two months; the rest only costs room. */
const storedSums = '8 days'

const env = {
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  PORT: String(port),
  MQTT_PORT: String(mqttPort),
  HOST: '127.0.0.1',
  TILE_URL: 'none',
  LOG_LEVEL: 'warn',
  DISK_FLOOR_MB: '0',
}

const running: ChildProcess[] = []

const start = (file: string, extra: Record<string, string>, ...values: string[]): ChildProcess => {
  const child = spawn(process.execPath, [join(checkout, file), ...values], {
    cwd: checkout,
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  return child
}

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The whole day of the demo is there once it has said how to end it. */
const playDemo = async (): Promise<void> => {
  const demo = start('apps/server/src/demo/demo.ts', { DEMO_DAYS: '0.1' })
  let said = ''
  demo.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await eventually(async () => said.includes('Ctrl-C'), 'the demo has its past', 600_000)
  await stop(demo)
}

const answerOf = async (path: string, token: string | undefined, body?: object, method = 'POST'): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { method, body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return /json/.test(answer.headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : text
}

const signIn = async (username: string): Promise<string> =>
  ((await answerOf('/api/Authenticate/Login', undefined, { username, password: 'Demo-1234' })) as { token: string }).token

/** What people do with alerts and settings, on record. */
const act = async (): Promise<void> => {
  const contract = await signIn('contract-admin')
  const { data } = (await answerOf('/api/HealthCondition/Alert?allTime=1', contract)) as {
    data: { id: number; kind: string; handling: string; alertLevel: number | null }[]
  }
  const open = data.filter(({ handling }) => handling === 'open')
  const emergency = open.find(({ kind }) => kind === 'emergency')
  const danger = open.find(({ kind, alertLevel }) => kind === 'condition' && alertLevel === 3)
  if (emergency === undefined || danger === undefined) throw new Error('the demo has no open emergency or danger: run it again')
  for (const step of ['Acknowledge', 'Respond']) await answerOf(`/api/Alert/${emergency.id}/${step}`, contract, {})
  await answerOf(`/api/Alert/${emergency.id}/Close`, contract, { outcome: 'medical', note: '病院で点滴を受け、本日は帰宅' })
  await answerOf(`/api/Alert/${danger.id}/Acknowledge`, contract, {})
  const company = [{ type: 'GENERAL_ALERT_SETTING', key: 'EMAIL_SENDING_TARGET', value: '1' }]
  await answerOf('/api/MasterSetting/Company/1', contract, company, 'PUT')
  const site = [{ type: 'EMAIL_ALERT_SETTING', key: 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME', value: '20' }]
  await answerOf('/api/MasterSetting/Office/1', await signIn('base-admin'), site, 'PUT')
}

const onDatabase = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const databaseUrl = await eventually(() => runningDatabaseUrl(dataDir), 'the database runs')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const dropOldSums = (): Promise<void> =>
  onDatabase(async (client) => {
    await client.query(`delete from heat_summary where slot < now() - interval '${storedSums}'`)
    await client.query(`delete from hourly_summary where hour < now() - interval '${storedSums}'`)
    const { rows } = await client.query<{ present: boolean }>(`select to_regclass('monthly_wait') is not null as present`)
    if (rows[0]?.present === true) await client.query('insert into monthly_wait (since) values (now())')
  })

/** Without the processes of this machine, whose name may be that of its owner; they report themselves every minute. */
const backUp = (file: string): Promise<void> =>
  onDatabase(async (client) => {
    const { rows } = await client.query<{ present: boolean }>(`select to_regclass('server_process') is not null as present`)
    if (rows[0]?.present === true) {
      await client.query('delete from server_process')
      await client.query('begin')
      await client.query('lock table server_process in exclusive mode')
    }
    // Its file has another name in each release.
    const [, program = '', ...words] = scripts.backup.split(' ')
    const [code] = (await once(start(program, {}, ...words, file), 'exit')) as [number | null]
    if (code !== 0) throw new Error(`the backup ended with ${code}`)
  })

const keep = async (): Promise<void> => {
  const server = start('apps/server/src/main.ts', { ROLES: 'api' })
  await eventually(async () => (await fetch(`${url}/readyz`)).ok, 'the release is ready')
  await dropOldSums()
  await act()
  const service = await signIn('service-admin')
  const at = new Date()
  const ask: Ask = (path, body) => answerOf(path, service, body)
  const facts = await readFacts(ask, at)
  const { ingestKey } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { ingestKey: string }
  await backUp(join(home, 'backup'))
  await stop(server)
  const lines = Object.entries(facts).map(([name, value]) => `  ${JSON.stringify(name)}: ${linesOf(value)}`)
  await mkdir(join(made, 'folder'), { recursive: true })
  await writeFile(join(made, 'backup'), gzipSync(gunzipSync(await readFile(join(home, 'backup'))), { level: 9 }))
  await cp(join(dataDir, 'jwt-secret'), join(made, 'folder/jwt-secret'))
  await writeFile(
    join(made, 'facts.json'),
    `{\n  "at": ${JSON.stringify(at)},\n  "ingestKey": ${JSON.stringify(ingestKey)},\n${lines.join(',\n')}\n}\n`,
  )
  await rename(made, into)
}

/** What the rule about migrations and the soak of neighbours follow from now on, as scripts/former-release.ts reads it. */
const writeFormer = async (): Promise<void> => {
  const migrations = (await readdir(join(checkout, 'apps/server/migrations'))).filter((name) => name.endsWith('.sql')).toSorted()
  const former = { version, commit, lastMigration: (migrations.at(-1) ?? '').replace(/\.sql$/, '') }
  await writeFile(join(repository, 'scripts/former-release.json'), `${JSON.stringify(former, undefined, 2)}\n`)
}

/** JSON with a line for each row, to be read and compared by people. */
const linesOf = (value: unknown): string =>
  Array.isArray(value)
    ? `[\n${value.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`
    : `{\n${Object.entries(value as object)
        .map(([name, part]) => `    ${JSON.stringify(name)}: ${JSON.stringify(part)}`)
        .join(',\n')}\n  }`

try {
  await playDemo()
  await keep()
  if (checkout === resolve(repository)) await writeFormer()
  process.stdout.write(`kept ${version} in ${into}\n`)
} finally {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) await stop(child)
  await rm(made, { recursive: true, force: true })
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
