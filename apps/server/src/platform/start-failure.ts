import pg from 'pg'
import { ConfigError } from './config/config.ts'
import { isDatabaseAway } from './database/database-away.ts'
import { DatabaseStartError } from '@mimamori/embedded-postgres/start-error'
import { MigrationError } from './database/migrate.ts'

const portTrouble: Record<string, string> = {
  EADDRINUSE: 'は、ほかのプログラムが使っています。PORT や MQTT_PORT で別の番号を指定してください。',
  EACCES: 'を使う権限がありません。1024以上の番号を指定してください。',
}

const isPostgres = (error: Error) => 'code' in error && 'severity' in error

/** Why the product did not start: one line where the operator can correct it, the stack for a fault of the product. */
export const describeStartFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  const { code, port }: NodeJS.ErrnoException & { port?: number } = error
  const trouble = port === undefined ? undefined : portTrouble[code ?? '']
  if (trouble !== undefined) return `見守りを始められません：ポート ${port} ${trouble}`
  // Tested first: a refused connection would otherwise be reported as a fault of the product.
  if (isDatabaseAway(error) || isPostgres(error))
    return `見守りを始められません：データベースに接続できません（${error.message || code}）。DATABASE_URL を確認してください。`
  if (error instanceof DatabaseStartError || error instanceof MigrationError) return `見守りを始められません：${error.message}`
  return `見守りを始められません：${error.stack ?? error.message}`
}

/** The exit code of a start that ends alike however often it is tried: the unit of the package does not try it again. */
export const noRetryExitCode = 78

// PostgreSQL: rolled back for another transaction, out of room or memory, a lock not given, stopped by somebody, an error of its system.
const passingClasses = /^(40|53|55|57|58)/

const mayPass = (cause: unknown) =>
  isDatabaseAway(cause) || (cause instanceof pg.DatabaseError && cause.code !== undefined && passingClasses.test(cause.code))

/** @returns 78 where a migration failed, or was refused, for a reason that no further try changes; 1 otherwise */
export const exitCodeOf = (error: unknown): number => (error instanceof MigrationError && !mayPass(error.cause) ? noRetryExitCode : 1)
