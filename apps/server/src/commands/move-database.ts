import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { runningDatabaseUrl, startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { hasCluster } from '@mimamori/embedded-postgres/cluster'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import { markMoved } from '@mimamori/embedded-postgres/move-mark'
import { copyAndVerify } from '../copy-and-verify.ts'
import { askSecret } from '../platform/ask-operator.ts'
import { readDigests } from '../platform/backup/copy-database.ts'
import { calledWrongly, type Command, failWith, printLine } from '../platform/command.ts'
import { readDiskSettings } from '../platform/config/config.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { codeOf } from '../platform/errors.ts'
import { addressLine, changeAddress } from './address-setting.ts'
import { openTarget } from './move-target.ts'
import { undoMove } from './undo-move.ts'

const refuseRunning = async (dataDir: string): Promise<void> => {
  if ((await runningDatabaseUrl(dataDir)) === undefined) return
  throw new Error(
    '見守りが動いています。止めてから実行してください（systemctl stop mimamori）。 / The product is running: stop it first (systemctl stop mimamori).',
  )
}

/**
 * Sessions, second factors and other secrets are signed or sealed with what lies in the data folder; beside a database of one's
 * own it lies in that, unless `JWT_SECRET` is set.
 * @returns undefined where there is none to take along
 */
const secretToTake = async (dataDir: string): Promise<string | undefined> => {
  if (process.env['JWT_SECRET']) return undefined
  try {
    return (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The copy may bring one that is older: this database may once have been restored from one of one's own. */
const putSecret = async (url: string, value: string, log: Logger): Promise<void> => {
  const { db, close } = connectDatabase({ url, log, max: 1 })
  await db
    .insertInto('product_secret')
    .values({ name: 'jwt', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
    .finally(close)
}

const move = async (address: string, log: Logger): Promise<string> => {
  const { dataDir, databaseUrl } = readDiskSettings(process.env)
  if (databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL が設定されているため、移す元の組み込みデータベースがありません。 / DATABASE_URL is set: there is no embedded database to move.',
    )
  await refuseRunning(dataDir)
  if (!(await hasCluster(dataDir)))
    throw new Error(`データベースがありません（DATA_DIR：${dataDir}）。 / There is no database in ${dataDir}.`)
  const { to, place } = await openTarget(address, log)
  const secret = await secretToTake(dataDir)
  // As long as it runs no product can start here.
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  try {
    const { tables, rows, entries, faults } = await copyAndVerify({ from: embedded.url, to, log })
    if (secret !== undefined) await putSecret(to, secret, log)
    await markMoved(dataDir, { to: place, at: new Date().toISOString(), tables: Object.fromEntries(await readDigests(to)) })
    const { isDone, words } = await changeAddress({ before: undefined, after: address })
    return [
      `移しました / moved: ${place} (${tables} tables, ${rows} rows)`,
      `すべての表の行数と値、操作の記録${entries}件を照合しました / every table and ${entries} entries of the audit log were verified`,
      ...faults.map((line) => `元からある記録の誤り / as in the source: ${line}`),
      words,
      ...(isDone ? [] : [addressLine(address)]),
      `元のデータベースは ${homePlace(dataDir)} にそのまま残しました。新しいデータベースに書き込む前（次の起動の前）なら mimamori move-database --undo で元に戻せます。起動した後に戻すと、その間の記録は失われます / the former one stays as it was; until the next start you can return by move-database --undo, later what was recorded since is lost`,
    ].join('\n')
  } finally {
    await embedded.stop()
  }
}

const options = { undo: { type: 'boolean' }, yes: { type: 'boolean' } } as const

/** Moves the embedded database to a PostgreSQL of one's own, or returns to what was there before. */
export const moveDatabase: Command = async (call) => {
  const { positionals, values } = parseArgs({ args: [...call.args], allowPositionals: true, strict: false, options })
  const [address] = positionals
  const isUndo = values['undo'] === true
  const isKnown = Object.keys(values).every((name) => Object.hasOwn(options, name))
  if (!isKnown || positionals.length > 1 || isUndo === (address !== undefined)) return calledWrongly(call)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
  try {
    if (address === undefined) printLine(await undoMove(values['yes'] === true, log))
    // A password in the arguments is shown to everybody on this machine, and stays in the history of the shell.
    else printLine(await move(address === '-' ? await askSecret('移す先の URL / URL of the new database: ') : address, log))
    return 0
  } catch (error) {
    return failWith(error)
  }
}
