import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { databaseTypes } from './database-types.ts'

const target = join(import.meta.dirname, '../apps/server/src/platform/database/database-types.ts')

const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-types-'))
// PostgreSQL never runs as root: its own user must get through the folder.
await chmod(dataDir, 0o711)
const log = pino({ level: 'warn' })
const server = await startEmbeddedPostgres({ dataDir, log })
try {
  await migrate({ url: server.url, log })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const text = await databaseTypes(client).finally(() => client.end())
  await writeFile(target, text)
  console.log(`wrote ${target}`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
