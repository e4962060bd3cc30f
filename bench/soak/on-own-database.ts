import { pino } from 'pino'
import { OwnDatabase } from '../../apps/server/test/durability/own-database.ts'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/platform/database/database.ts'

/** Does something with a database server of its own, that may be taken away meanwhile. */
export const onOwnDatabase = async <Answer>(
  folder: string,
  work: (own: OwnDatabase, connect: () => DatabaseConnection) => Promise<Answer>,
): Promise<Answer> => {
  const own = new OwnDatabase(folder)
  await own.start()
  let connection: DatabaseConnection | undefined
  try {
    return await work(own, () => (connection ??= connectDatabase({ url: own.url, log: pino({ level: 'silent' }) })))
  } finally {
    await connection?.close()
    await own.stop()
  }
}
