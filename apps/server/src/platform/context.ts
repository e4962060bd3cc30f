import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Primary } from './database/database-primary.ts'
import type { Database } from './database/database-types.ts'
import type { FileStore } from './files/file-store.ts'
import type { FreeSpace } from './files/free-space.ts'

export type Db = Kysely<Database>

/** What every slice is given. It holds no state that another process would need. */
export type Context = {
  readonly config: Config
  readonly db: Db
  readonly pool: Pool
  /** Connections that send a statement without waiting for the answers before it: neither cursors nor COPY work on them. */
  readonly pipelined: Pool
  /** On which of several hosts the database is; undefined where the configuration names one. */
  readonly primary: Primary | undefined
  /** Whether the database is a cluster whose nodes each hold some tenants; one statement had better ask one node then. */
  readonly isDivided: boolean
  readonly log: Logger
  readonly files: FileStore
  readonly space: FreeSpace
  readonly clock: Clock
}
