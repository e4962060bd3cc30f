import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { databaseTypes } from './database-types.ts'
import { schemaText } from './schema-text.ts'

const repository = join(import.meta.dirname, '..')
const writers = {
  'apps/server/src/platform/database/database-types.ts': databaseTypes,
  'docs/schema.sql': schemaText,
}

const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-types-'))
// PostgreSQL never runs as root: its own user must get through the folder.
await chmod(dataDir, 0o711)
const log = pino({ level: 'warn' })
const server = await startEmbeddedPostgres({ dataDir, log })
try {
  await migrate({ url: server.url, log })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    for (const [path, write] of Object.entries(writers)) {
      await writeFile(join(repository, path), await write(client))
      console.log(`wrote ${path}`)
    }
  } finally {
    await client.end()
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
