import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { connectDatabase } from './database.ts'
import type { Database } from './database-types.ts'
import { createClusterDatabase, dropClusterDatabase } from './test-cluster-database.ts'

export interface TestDatabase {
  url: string
  pool: pg.Pool
  pipelined: pg.Pool
  db: Kysely<Database>
  /** Whether it lies on a cluster. */
  isDivided: boolean
  /** Closes the connections and removes the database. */
  drop(): Promise<void>
}

/** How the name of a database begins whose tables are not those of the newest migration. */
export const emptyDatabase = 'test_empty_'

/**
 * A database of the caller's own on the run's server, owned by the product's role, as in production.
 * Needs test-global-setup.ts in vitest's `globalSetup`.
 * @param options.migrated false: empty; otherwise with every migration applied
 */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const name = `${options.migrated === false ? emptyDatabase : 'test_'}${randomBytes(6).toString('hex')}`
  const { url, remove } = await (clusterUrl === undefined ? copyTemplate(name, options) : onCluster(clusterUrl, name, options))
  const { pool, pipelined, db, close } = connectDatabase({
    url,
    log: pino({ level: 'silent' }),
    isDivided: clusterUrl !== undefined,
  })
  return {
    url,
    pool,
    pipelined,
    db,
    isDivided: clusterUrl !== undefined,
    drop: async () => {
      await close()
      await remove()
    },
  }
}

/** SQL: the sessions of the database that wait for somebody else's lock, on a cluster those of every node. */
export const waitingForLocks =
  process.env['TEST_CLUSTER_URL'] === undefined
    ? `select a.pid from pg_stat_activity a where a.wait_event_type = 'Lock' and a.datname = current_database()`
    : `select a.pid from citus_stat_activity a where a.wait_event_type = 'Lock' and a.datname = current_database()`

/** The coordinator of a cluster for the tests, instead of the run's own server. */
const clusterUrl = process.env['TEST_CLUSTER_URL']

async function onCluster(cluster: string, name: string, options: { migrated?: boolean }) {
  return { url: await createClusterDatabase(cluster, name, options), remove: () => dropClusterDatabase(cluster, name) }
}

async function copyTemplate(name: string, { migrated }: { migrated?: boolean }) {
  const serverUrl = inject('testServerUrl')
  const templateUrl = new URL(inject('testTemplateUrl'))
  const template = migrated === false ? 'template0' : templateUrl.pathname.slice(1)
  await onServer(serverUrl, `create database ${name} template ${template} strategy file_copy owner ${templateUrl.username}`)
  const url = Object.assign(new URL(templateUrl), { pathname: `/${name}` }).href
  return { url, remove: () => onServer(serverUrl, `drop database if exists ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
