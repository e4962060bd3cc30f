import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { runProgram, type ServerUser } from '@mimamori/embedded-postgres/run-program'
import { eventually, familyOf, freePort } from './product.ts'

/** PostgreSQL's programs, and whom they run as. */
export type Programs = { readonly initdb: string; readonly postgres: string; readonly user: ServerUser | undefined }

const password = 'for-this-test-alone'

/** One PostgreSQL with a data folder and a port of its own, that nobody starts again when it dies. */
export class DatabaseServer {
  readonly port: number
  readonly folder: string
  readonly #programs: Programs
  #child: ChildProcess | undefined
  #frozen: number[] = []

  private constructor(programs: Programs, folder: string, port: number) {
    this.#programs = programs
    this.folder = folder
    this.port = port
    // A test that ends early must not leave a server behind.
    process.once('exit', () => this.kill())
  }

  /** A new server's place, with nothing in it. Its folder must be one that the programs' user can enter. */
  static async at(folder: string, programs: Programs): Promise<DatabaseServer> {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
    if (programs.user !== undefined) await chown(folder, programs.user.uid, programs.user.gid)
    return new DatabaseServer(programs, folder, await freePort())
  }

  /** Of the superuser, or of another database's owner. */
  url(role = 'postgres', database = role): string {
    return `postgresql://${role}:${password}@127.0.0.1:${this.port}/${database}`
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    const { code, stderr } = await runProgram(program, args, { user: this.#programs.user })
    if (code !== 0) throw new Error(`${program}: ${stderr}`)
  }

  async initialise(): Promise<void> {
    const passwordFile = `${this.folder}.password`
    await writeFile(passwordFile, password)
    await chmod(passwordFile, 0o644)
    const settings = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8']
    await this.#run(this.#programs.initdb, ['--pgdata', this.folder, '--no-sync', ...settings])
    await rm(passwordFile)
  }

  /** Writes the settings, all of them, and has a running server read them. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const all = { listen_addresses: '127.0.0.1', port: String(this.port), unix_socket_directories: '', max_connections: '100', ...settings }
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    await writeFile(join(this.folder, 'postgresql.auto.conf'), lines.join(''))
    this.#child?.kill('SIGHUP')
  }

  /** Starts it and waits until it takes connections. */
  async start(): Promise<void> {
    const child = spawn(this.#programs.postgres, ['-D', this.folder], {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...this.#programs.user,
    })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4_000)))
    this.#child = child
    await eventually(async () => (await this.ask('select 1')).length === 1, 'the database answers').catch((cause: unknown) => {
      throw new Error(`PostgreSQL does not start:\n${words}`, { cause })
    })
  }

  /** Asks as the superuser. */
  async ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** Has this stopped server's data copied to another, which is to follow it. */
  async copyTo(standby: DatabaseServer): Promise<void> {
    await cp(this.folder, standby.folder, { recursive: true })
    const { user } = this.#programs
    if (user !== undefined) await this.#chownAll(standby.folder, user)
  }

  async #chownAll(folder: string, { uid, gid }: ServerUser): Promise<void> {
    const { code, stderr } = await runProgram('chown', ['-R', `${uid}:${gid}`, folder])
    if (code !== 0) throw new Error(stderr)
  }

  /** Makes it a standby of another server from its next start on. */
  async follow(primary: DatabaseServer, settings: Readonly<Record<string, string>> = {}): Promise<void> {
    await writeFile(join(this.folder, 'standby.signal'), '')
    await this.configure({
      ...settings,
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=standby`,
    })
  }

  async promote(): Promise<void> {
    await this.ask('select pg_promote()')
  }

  /** Halts all its processes: connections look alive, and nobody answers on them. */
  freeze(): void {
    this.#frozen = familyOf(this.#pid)
    for (const pid of this.#frozen) process.kill(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.#frozen) process.kill(pid, 'SIGCONT')
    this.#frozen = []
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get #pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the database does not run')
    return this.#child.pid
  }

  /** kill -9 of all its processes at once, as a power failure. */
  kill(): void {
    if (!this.#isRunning) return
    for (const pid of familyOf(this.#pid)) process.kill(pid, 'SIGKILL')
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.thaw()
    if (child === undefined || !this.#isRunning) return
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
}
