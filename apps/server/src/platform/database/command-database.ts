import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { calledWrongly, type CommandCall, failWith, printLine } from '../command.ts'
import { awaitProduct } from './await-product.ts'
import { primaryUrl } from './database-primary.ts'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { hasCluster } from '@mimamori/embedded-postgres/cluster'

/** What a command is given that works on the product's database. */
export type DatabaseTask = {
  readonly url: string
  /** Empty where a command is called without the one it may be given. */
  readonly argument: string
  readonly flags: ReadonlySet<string>
  readonly log: Logger
}

/**
 * Runs a command that takes one argument and works on the product's database: that of DATABASE_URL, else
 * the embedded one of DATA_DIR, through the running product or, when it does not run, by itself.
 * @param work returns the text to print
 * @returns the exit code; 1 with what is wrong on standard error where the work fails
 */
export async function runDatabaseCommand(
  call: CommandCall,
  work: (task: DatabaseTask) => Promise<string>,
  options: { mayBeNew: boolean; needsNoArgument?: true; flags?: readonly string[] },
): Promise<number> {
  const known = Object.fromEntries((options.flags ?? []).map((flag) => [flag, { type: 'boolean' }] as const))
  // What begins with a dash and is no flag of the command is not taken for a file or a login ID.
  const { positionals, values } = parseArgs({ args: [...call.args], allowPositionals: true, strict: false, options: known })
  const flags = new Set(Object.keys(values))
  const argument = positionals[0] ?? (options.needsNoArgument === true ? '' : undefined)
  if (argument === undefined || positionals.length > 1 || ![...flags].every((flag) => flag in known)) return calledWrongly(call)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
  try {
    printLine(await withProductDatabase(log, options, (url) => work({ url, argument, flags, log })))
    return 0
  } catch (cause) {
    return failWith(cause)
  }
}

/** What backups are encrypted with; undefined where they are not. */
export const backupKey = (): string | undefined => process.env['BACKUP_KEY'] || undefined

/** A file named in a command: npm runs scripts in the package's folder, but the path is relative to where the operator called it from. */
export const namedFile = (argument: string): string => resolve(process.env['INIT_CWD'] ?? '.', argument)

/** A backup named in a command: as a file, `file:///…`, or `s3://bucket/prefix/name`. */
export const namedBackup = (argument: string): string => {
  if (argument.startsWith('s3:')) return argument
  return argument.startsWith('file:') ? fileURLToPath(argument) : namedFile(argument)
}

async function withProductDatabase(
  log: Logger,
  { mayBeNew }: { mayBeNew: boolean },
  work: (url: string) => Promise<string>,
): Promise<string> {
  const dataDir = process.env['DATA_DIR'] ?? './data'
  const url = process.env['DATABASE_URL'] || (await awaitProduct(dataDir))
  if (url) return work(await primaryUrl(url, log))
  if (!mayBeNew) await refuseAbsent(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, log })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}

async function refuseAbsent(dataDir: string): Promise<void> {
  if (await hasCluster(dataDir)) return
  throw new Error(
    `データベースがありません (DATA_DIR: ${resolve(dataDir)})。見守りを入れた直後なら、動き出すまで待って、もう一度実行してください。 / There is no database in ${resolve(dataDir)}: set DATA_DIR or DATABASE_URL, or wait where the product has just been installed.`,
  )
}
