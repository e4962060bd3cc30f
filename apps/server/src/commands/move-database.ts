import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { runningDatabaseUrl, startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import { type DatabaseMove, markMoved, readMove, unmarkMoved } from '@mimamori/embedded-postgres/move-mark'
import { copyAndVerify } from '../copy-and-verify.ts'
import { askFirst } from '../platform/ask-operator.ts'
import { countRows } from '../platform/backup/copy-database.ts'
import { calledWrongly, type Command, failWith, printLine } from '../platform/command.ts'
import { changeEnvironmentFile } from '../platform/config/change-environment-file.ts'
import { readDiskSettings } from '../platform/config/config.ts'
import { environmentFile } from '../platform/config/environment-file.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { faultOfDatabaseUrl, readDatabaseHosts } from '../platform/database/database-hosts.ts'
import { primaryUrl } from '../platform/database/database-primary.ts'
import { codeOf } from '../platform/errors.ts'
import { readOrMakeSecret } from '../platform/secrets/product-secret.ts'

const refuseRunning = async (dataDir: string): Promise<void> => {
  if ((await runningDatabaseUrl(dataDir)) === undefined) return
  throw new Error(
    '見守りが動いています。止めてから実行してください（systemctl stop mimamori）。 / The product is running: stop it first (systemctl stop mimamori).',
  )
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The address as it may be shown: hosts and database, neither user nor password. */
const placeOf = (url: string): string => {
  const hosts = readDatabaseHosts(url)
  const names = hosts.map(({ name }) => name).join(',')
  return `${names}/${new URL(hosts[0].url).pathname.slice(1)}`
}

/**
 * Sessions, second factors and other secrets are signed or sealed with what lies in the data folder; beside a database of one's
 * own it lies in that, unless `JWT_SECRET` is set.
 */
const takeSecretAlong = async (dataDir: string, url: string, log: Logger): Promise<void> => {
  const secret = await readFile(join(dataDir, 'jwt-secret'), 'utf8').catch(() => undefined)
  if (secret === undefined || process.env['JWT_SECRET']) return
  const { db, close } = connectDatabase({ url, log, max: 1 })
  await readOrMakeSecret(db, 'jwt', () => secret.trim()).finally(close)
}

/**
 * Sets `DATABASE_URL` in the file of settings of this machine; `undefined` takes it away. The command may run as a user who only
 * reads that file.
 * @returns what the operator has to do
 */
const switchTo = async (address: string | undefined): Promise<string> => {
  const file = environmentFile()
  const [set, english] =
    address === undefined ? ['を外して', 'without DATABASE_URL'] : ['に新しい URL を設定して', 'with DATABASE_URL set to it']
  if (file === undefined || !(await isThere(file)))
    return `DATABASE_URL ${set}から、見守りを起動してください / start the product ${english}`
  try {
    await changeEnvironmentFile(file, 'DATABASE_URL', address)
    return `${file} を書き換えました。見守りを起動してください / ${file} was changed: start the product`
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
    return `${file} の DATABASE_URL ${set}から、見守りを起動してください / start the product ${english} in ${file}`
  }
}

const move = async (address: string, log: Logger): Promise<string> => {
  const { dataDir, databaseUrl } = readDiskSettings(process.env)
  const fault = faultOfDatabaseUrl(address)
  if (fault !== undefined) throw new Error(fault)
  if (databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL が設定されているため、移す元の組み込みデータベースがありません。 / DATABASE_URL is set: there is no embedded database to move.',
    )
  await refuseRunning(dataDir)
  if (!(await isThere(homePlace(dataDir))))
    throw new Error(`データベースがありません（DATA_DIR：${dataDir}）。 / There is no database in ${dataDir}.`)
  const to = await primaryUrl(address, log)
  // As long as it runs no product can start here.
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  try {
    const { tables, rows, entries, faults } = await copyAndVerify({ from: embedded.url, to, log })
    await takeSecretAlong(dataDir, to, log)
    await markMoved(dataDir, { to: placeOf(address), at: new Date().toISOString(), rows: await countRows(to) })
    return [
      `移しました / moved: ${placeOf(address)} (${tables} tables, ${rows} rows)`,
      `すべての表の行数と値、操作の記録${entries}件を照合しました / every table and ${entries} entries of the audit log were verified`,
      ...faults.map((line) => `元からある記録の誤り / as in the source: ${line}`),
      await switchTo(address),
      `元のデータベースは ${homePlace(dataDir)} にそのまま残しました。新しいデータベースに書き込む前（次の起動の前）なら mimamori move-database --undo で元に戻せます。起動した後に戻すと、その間の記録は失われます / the former one stays as it was; until the next start you can return by move-database --undo, later what was recorded since is lost`,
    ].join('\n')
  } finally {
    await embedded.stop()
  }
}

/** How many rows the database in use has more than were moved; undefined where it does not answer. */
const rowsSince = async (url: string | undefined, { rows }: DatabaseMove, log: Logger): Promise<number | undefined> => {
  if (url === undefined) return undefined
  try {
    return (await countRows(await primaryUrl(url, log))) - rows
  } catch {
    return undefined
  }
}

const undo = async (isSure: boolean, log: Logger): Promise<string> => {
  const { dataDir, databaseUrl } = readDiskSettings(process.env)
  const moved = await readMove(dataDir)
  if (moved === undefined) throw new Error(`${dataDir} のデータベースは移されていません。 / The database of ${dataDir} was not moved.`)
  const since = await rowsSince(databaseUrl, moved, log)
  const lost =
    since === undefined
      ? `${moved.to} に書き込まれたかどうかを調べられません。書き込まれた記録は失われます。元に戻しますか？ / What was recorded there since is lost. Return?`
      : `${moved.to} に移した後の記録（${since} 行）は失われます。元に戻しますか？ / ${since} rows recorded there since are lost. Return?`
  if (since !== 0 && !isSure) await askFirst(lost)
  await unmarkMoved(dataDir)
  return `元の組み込みデータベースに戻しました / back to the embedded database: ${homePlace(dataDir)}\n${await switchTo(undefined)}`
}

/** Moves the embedded database to a PostgreSQL of one's own, or returns to what was there before. */
export const moveDatabase: Command = async (call) => {
  const { positionals, values } = parseArgs({
    args: [...call.args],
    allowPositionals: true,
    options: { undo: { type: 'boolean' }, yes: { type: 'boolean' } },
  })
  const [address] = positionals
  const isUndo = values.undo === true
  if (positionals.length > 1 || isUndo === (address !== undefined)) return calledWrongly(call)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
  try {
    printLine(address === undefined ? await undo(values.yes === true, log) : await move(address, log))
    return 0
  } catch (error) {
    return failWith(error)
  }
}
