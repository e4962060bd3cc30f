import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { runProgram, type ServerUser } from '@mimamori/embedded-postgres/run-program'
import { makeCrew } from '../../apps/server/test/durability/crew.ts'
import { DatabaseServer, type Programs } from '../../apps/server/test/durability/database-server.ts'
import { messagesOf, sendUntilAcknowledged } from '../../apps/server/test/durability/http-senders.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { connectDatabase } from '../../apps/server/src/platform/database/database.ts'
import { report } from '../figure.ts'
import { installedPrograms } from './installed-postgres.ts'

const command = join(import.meta.dirname, '../../apps/server/src/command.ts')
const stanza = 'mimamori'
const pgbackrest = '/usr/bin/pgbackrest'

const idOf = async (flag: string): Promise<number> => Number((await runProgram('id', [flag, 'postgres'])).stdout)

/** PostgreSQL and pgBackRest as Debian installs them, and Debian's user for both; undefined where something is missing. */
const debianPrograms = async (): Promise<{ programs: Programs; user: ServerUser } | undefined> => {
  const installed = await installedPrograms()
  const { code } = await runProgram(pgbackrest, ['version'])
  if (installed === undefined || code !== 0 || process.getuid?.() !== 0) return undefined
  const user = { uid: await idOf('-u'), gid: await idOf('-g') }
  return { programs: { ...installed.programs, user }, user }
}

/** What docs/operate/point-in-time.md shows, with other folders and ports. */
const configurationOf = (folder: string, server: DatabaseServer) => `[global]
repo1-path=${join(folder, 'repository')}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a-passphrase-for-this-trial-alone
start-fast=y
compress-type=gz
log-path=${join(folder, 'log')}
lock-path=${join(folder, 'lock')}
spool-path=${join(folder, 'spool')}

[${stanza}]
pg1-path=${server.folder}
pg1-port=${server.port}
pg1-socket-path=${join(folder, 'socket')}
`

/** Readings that are in the database of a product that answers, by their number. */
const countReadings = async (url: string): Promise<number> => {
  const { pool, close } = connectDatabase({ url, log: pino({ level: 'silent' }), max: 1 })
  try {
    const { rows } = await pool.query<{ count: number }>('select count(*) as count from reading')
    return rows[0]?.count ?? 0
  } finally {
    await close()
  }
}

/**
 * A PostgreSQL of one's own whose log is archived by pgBackRest: the product writes readings before and after an instant, the
 * server is lost, and another one is restored to that instant. What came before is there, nothing of what came after, the audit
 * log verifies, and the product continues on it. Needs root, and Debian's `postgresql` and `pgbackrest`.
 */
export const soakPointInTime = async (folder: string, seed: number): Promise<boolean> => {
  const found = await debianPrograms()
  if (found === undefined) {
    console.error('point-in-time: needs root, and Debian’s postgresql and pgbackrest.')
    return false
  }
  const { programs, user } = found
  for (const name of ['repository', 'log', 'lock', 'spool', 'socket']) {
    await mkdir(join(folder, name))
    await chown(join(folder, name), user.uid, user.gid)
  }
  const server = await DatabaseServer.at(join(folder, 'one'), programs)
  const restored = await DatabaseServer.at(join(folder, 'two'), programs)
  const configuration = join(folder, 'pgbackrest.conf')
  await writeFile(configuration, configurationOf(folder, server))
  const run = async (...args: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await runProgram(pgbackrest, [`--config=${configuration}`, `--stanza=${stanza}`, ...args], { user })
    if (code !== 0) throw new Error(`pgbackrest ${args.join(' ')}: ${stderr}${stdout}`)
  }
  const products: Product[] = []
  const startOn = async (url: string) => {
    const env = { DATABASE_URL: url, JWT_SECRET: 'a secret that this trial alone knows', ROLES: 'api,ingest,jobs' }
    const product = new Product({ dataDir: folder, port: await freePort(), env })
    products.push(product)
    await product.ready()
    return product
  }
  try {
    await server.initialise()
    // As Debian has it: the system's user postgres is the database's.
    const hba = join(server.folder, 'pg_hba.conf')
    await writeFile(hba, `local all postgres peer\n${await readFile(hba, 'utf8')}`)
    await server.configure({
      archive_mode: 'on',
      archive_command: `${pgbackrest} --config=${configuration} --stanza=${stanza} archive-push %p`,
      archive_timeout: '60',
      unix_socket_directories: join(folder, 'socket'),
    })
    await server.start()
    await server.ask(`create role mimamori login password '${new URL(server.url()).password}'`)
    await server.ask('create database mimamori owner mimamori')
    await run('stanza-create')
    await run('check')

    const url = server.url('mimamori')
    const product = await startOn(url)
    const { db, close } = connectDatabase({ url, log: pino({ level: 'silent' }), max: 2 })
    const crew = await makeCrew(db, { hands: 20, pulses: 60, seed })
    await close()
    const { bearer } = crew.key
    const [messages = []] = messagesOf(crew, 1)
    const send = async (part: typeof messages) => {
      for (const message of part) await sendUntilAcknowledged(bearer, message, { url: product.url })
    }
    await sendUntilAcknowledged(bearer, crew.heat, { url: product.url })
    await send(messages.slice(0, 20))
    // Readings continue while the backup is made.
    await Promise.all([run('--type=full', 'backup'), send(messages.slice(20, 40))])
    const before = await countReadings(url)
    // Longer than any transaction of the product.
    await after(2_000)
    const [instant] = await server.ask<{ at: string }>('select now()::text as at')
    await after(2_000)
    await send(messages.slice(40))
    const all = await countReadings(url)
    await server.ask('select pg_switch_wal()')
    await run('check')
    await product.stop()
    server.kill()

    const begun = performance.now()
    await rm(restored.folder, { recursive: true })
    await mkdir(restored.folder, { mode: 0o700 })
    await chown(restored.folder, user.uid, user.gid)
    await run(`--pg1-path=${restored.folder}`, '--type=time', `--target=${instant?.at ?? ''}`, '--target-action=promote', 'restore')
    // Another server, beside what may still archive for the old one.
    await appendFile(join(restored.folder, 'postgresql.auto.conf'), `port = '${restored.port}'\narchive_mode = 'off'\n`)
    await restored.start()
    await chmod(restored.folder, 0o700)
    const restoredUrl = restored.url('mimamori')
    const again = await startOn(restoredUrl)
    const tookS = (performance.now() - begun) / 1_000
    const present = await countReadings(restoredUrl)
    const { stdout: verified } = await promisify(execFile)(process.execPath, [command, 'verify-log'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: restoredUrl },
    })
    console.error(verified.trim())
    // A gateway that still has what it sent after that instant sends it again.
    for (const message of messages.slice(40)) await sendUntilAcknowledged(bearer, message, { url: again.url })
    const afterwards = await countReadings(restoredUrl)
    report('soak point-in-time, readings before the instant that are missing or too many', Math.abs(before - present), 'readings', 0)
    report('soak point-in-time, readings after the instant', all - before, 'readings')
    report('soak point-in-time, of those missing once they were sent again', all - afterwards, 'readings', 0)
    report('soak point-in-time, from the restore to a product that is ready', tookS, 's')
    return before > 0 && all > before && present === before && afterwards === all
  } finally {
    for (const product of products) await product.stop()
    await server.stop()
    await restored.stop()
  }
}
