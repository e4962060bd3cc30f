import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { appliedMigrations, pendingMigrations, readMigrations } from '../../src/platform/database/migrate.ts'
import { eventually } from '../durability/product.ts'

/** So many processes wait for their turn, since starting one takes longer than most migrations. */
const inQueue = 2

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/**
 * Holds a migration where all its statements have run and nothing is committed: its name is on record already, by a transaction
 * that stays open, and for which the migration therefore has to wait. Resolves to what lets it continue.
 */
const holdBeforeCommit = async (url: string, name: string): Promise<() => Promise<void>> => {
  const client = await connect(url)
  await client.query('begin')
  await client.query(`insert into schema_migration (name, checksum) values ($1, 'held')`, [name])
  return () => client.end()
}

const heldSessions = `
  select a.pid from pg_stat_activity a
   where a.datname = current_database() and a.application_name = 'mimamori-migrate' and a.wait_event_type = 'Lock'
     and a.query like 'insert into schema_migration%'`

/** A process that migrates, and the migrations that it has begun. */
const startProcess = (url: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-process.ts'), url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const begun: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    const { msg, migration } = JSON.parse(line) as { msg: string; migration?: string }
    if (msg === 'applying a migration' && migration !== undefined) begun.push(migration)
  })
  const ended = once(child, 'exit') as Promise<[code: number | null]>
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return { begun, ended, kill }
}

/** The migrations that a database still has to come to, in order. */
export const pendingNames = async (url: string): Promise<string[]> => {
  const client = await connect(url)
  try {
    return pendingMigrations(await readMigrations(), await appliedMigrations(client)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Brings the schema up to date by processes that are killed (kill -9) one by one at the last moment of a migration, when all of it is
 * done and nothing committed. The next process repeats that migration and is killed in the next of `names`; the last one ends by itself.
 * @param names pending migrations, in order
 * @returns those that were begun again, since the killed process left nothing of them
 */
export const killInMigrations = async (url: string, names: readonly string[]): Promise<string[]> => {
  const observer = await connect(url)
  const all: ReturnType<typeof startProcess>[] = []
  const killed = new Set<(typeof all)[number]>()
  const queueUp = () => {
    while (all.length - killed.size < inQueue) all.push(startProcess(url))
  }
  let release = await holdBeforeCommit(url, names[0] ?? '')
  queueUp()
  try {
    for (const [index, name] of names.entries()) {
      await eventually(async () => (await observer.query(heldSessions)).rowCount === 1, `a process is at the end of ${name}`)
      const victim = await eventually(
        async () => all.find((one) => !killed.has(one) && one.begun.includes(name)),
        `a process is in ${name}`,
      )
      await victim.kill()
      killed.add(victim)
      queueUp()
      const next = names[index + 1]
      const holdNext = next === undefined ? undefined : await holdBeforeCommit(url, next)
      await release()
      release = holdNext ?? (() => Promise.resolve())
    }
    const codes = await Promise.all(all.filter((one) => !killed.has(one)).map(({ ended }) => ended))
    if (codes.some(([code]) => code !== 0)) throw new Error(`processes ended with ${codes.join(', ')}`)
    const begun = all.flatMap((one) => one.begun)
    return names.filter((name) => begun.filter((other) => other === name).length > 1)
  } finally {
    await release()
    for (const one of all) await one.kill()
    await observer.end()
  }
}
