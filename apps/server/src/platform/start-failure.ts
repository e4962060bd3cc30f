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
