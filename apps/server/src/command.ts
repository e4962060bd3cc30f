import { type Command, failWith, printLine } from './platform/command.ts'
import { environmentFile, loadEnvironmentFile } from './platform/config/environment-file.ts'
import { loadVariableFiles } from './platform/config/variable-files.ts'
import { version } from './platform/version.ts'

type Subcommand = {
  /** What follows its name. */
  readonly form: string
  readonly does: string
  /** Its code, and with it that of the product, is loaded only when it is called. */
  readonly load: () => Promise<Command>
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  status: {
    form: '',
    does: '動作、データベース、ディスク、バックアップなどの状態を表示します / shows how the product is',
    load: async () => (await import('./commands/status.ts')).status,
  },
  backup: {
    form: 'FILE [--overwrite]',
    does: 'データベースと保存したファイルの全体を、1つのファイルに保存します / saves the whole database and all stored files to one file',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    form: '[--check] FILE',
    does: 'バックアップを空のデータベースに復元します。--check は復元して確かめるだけです / restores a backup into an empty database, or only checks it',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  erase: {
    form: 'LOGIN_ID | CODE | NUMBER --number [--yes]',
    does: '1人の個人データを消去します / erases the personal data of one person',
    load: async () => (await import('./commands/erase.ts')).erase,
  },
  'move-database': {
    form: '- | URL | --undo [--yes]',
    does: '組み込みのデータベースを、お使いの PostgreSQL に移します / moves the embedded database to a PostgreSQL of your own',
    load: async () => (await import('./commands/move-database.ts')).moveDatabase,
  },
  'verify-log': {
    form: '[FILE]',
    does: '操作の記録に書き換えがないかを調べます / checks the audit log for changes',
    load: async () => (await import('./commands/verify-log.ts')).verifyAuditLog,
  },
  unlock: {
    form: 'LOGIN_ID',
    does: 'アカウントのロックを解除します / unlocks an account',
    load: async () => (await import('./commands/unlock.ts')).unlock,
  },
  'reset-password': {
    form: 'LOGIN_ID',
    does: '新しいパスワードを発行します / makes a new password',
    load: async () => (await import('./commands/reset-password.ts')).resetPasswordAtServer,
  },
  'reset-second-factor': {
    form: 'LOGIN_ID',
    does: '二段階認証を外します / takes a lost second factor away',
    load: async () => (await import('./commands/reset-second-factor.ts')).resetSecondFactor,
  },
}

const usageOf = (name: string, { form }: Subcommand) => `mimamori ${name} ${form}`.trimEnd()

const help = () =>
  [
    `見守り / Mimamori ${version}`,
    '',
    ...Object.entries(subcommands).flatMap(([name, subcommand]) => [usageOf(name, subcommand), `    ${subcommand.does}`]),
    'mimamori version',
    'mimamori help',
  ].join('\n')

const run = async ([name = '', ...args]: readonly string[]): Promise<number> => {
  if (['version', '--version'].includes(name)) {
    printLine(version)
    return 0
  }
  if (['help', '--help', '-h'].includes(name)) {
    printLine(help())
    return 0
  }
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (subcommand === undefined) {
    process.stderr.write(`${name === '' ? '' : `${name} というコマンドはありません / there is no command ${name}\n\n`}${help()}\n`)
    return 2
  }
  const usage = usageOf(name, subcommand)
  if (args.includes('--help')) {
    printLine(`${usage}\n    ${subcommand.does}`)
    return 0
  }
  try {
    const file = environmentFile()
    if (file !== undefined) loadEnvironmentFile(file)
    loadVariableFiles()
    return await (
      await subcommand.load()
    )({ usage, args })
  } catch (error) {
    return failWith(error)
  }
}

process.exitCode = await run(process.argv.slice(2))
