import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { heapFlags } from '../heap-flags.ts'

export { freePort } from '../../src/platform/test-port.ts'

/** Asks until the answer is other than undefined or false, or an error. */
export const eventually = async <Answer>(
  ask: () => Promise<Answer | undefined | false>,
  what: string,
  withinMs = 120_000,
): Promise<Answer> => {
  const until = Date.now() + withinMs
  let last: unknown
  do {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
    } catch (error) {
      last = error
    }
    await after(25)
  } while (Date.now() < until)
  throw new Error(`${what}: not within ${withinMs} ms`, { cause: last })
}

export type ProductOptions = {
  readonly dataDir: string
  readonly port: number
  readonly env?: Record<string, string>
  /** A file that its log goes to, in place of `words`. */
  readonly logFile?: string
  /** The folder of the repository whose build runs, in place of this one. */
  readonly root?: string
  /** A module that Node loads before the product. */
  readonly preload?: string
}

const ownRoot = join(import.meta.dirname, '../../../..')

const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200

/**
 * The product as its operator runs it: `main.ts` in a process of its own, started again by a supervisor whenever it
 * ends, until it is stopped.
 */
export class Product {
  readonly url: string
  starts = 0
  readonly #options: ProductOptions
  #child: ChildProcess | undefined
  #root: string
  #isStopped = false
  #words = ''

  constructor(options: ProductOptions) {
    this.#options = options
    this.#root = options.root ?? ownRoot
    this.url = `http://127.0.0.1:${options.port}`
    this.#launch()
    // A test that ends early must not leave a server behind.
    process.once('exit', () => this.#child?.kill('SIGKILL'))
  }

  #launch(): void {
    const { dataDir, port, env, logFile, preload } = this.#options
    this.starts += 1
    const logged = logFile === undefined ? undefined : openSync(logFile, 'a')
    const loaded = preload === undefined ? [] : ['--import', preload]
    const child = spawn(process.execPath, [...heapFlags, ...loaded, join(this.#root, 'apps/server/src/main.ts')], {
      stdio: ['ignore', logged ?? 'ignore', logged ?? 'pipe'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        MALLOC_ARENA_MAX: '2',
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        MQTT_PORT: '0',
        ROLES: 'api,ingest',
        LOG_LEVEL: 'warn',
        // No matter how full the disk of the test machine is.
        DISK_FLOOR_MB: '0',
        ADMIN_PASSWORD: 'Admin-1234',
        ...env,
      },
    })
    if (logged !== undefined) closeSync(logged)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#words = (this.#words + text).slice(-20_000)))
    child.once('exit', () => {
      if (!this.#isStopped) setTimeout(() => this.#isStopped || this.#launch(), 100)
    })
    this.#child = child
  }

  /** What it wrote to its log lately. */
  get words(): string {
    return this.#words
  }

  /** The folder of the repository whose build runs. */
  get root(): string {
    return this.#root
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the product does not run')
    return this.#child.pid
  }

  /** Memory the server process holds, in megabytes. */
  get residentMegabytes(): number {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1_024
  }

  async ready(withinMs = 120_000): Promise<void> {
    try {
      await eventually(() => isReady(this.url), 'the product is ready', withinMs)
    } catch (error) {
      throw new Error(`the product does not start:\n${this.#words}`, { cause: error })
    }
  }

  /** Ends it in order, and the supervisor starts it again, as the build of another folder where one is given. */
  async restart(root = this.#root): Promise<void> {
    const ended = once(this.#child as ChildProcess, 'exit')
    this.#root = root
    process.kill(this.pid, 'SIGTERM')
    await ended
  }

  /** kill -9; the supervisor starts it again. */
  kill(): void {
    process.kill(this.pid, 'SIGKILL')
  }

  /** kill -9, and nobody starts it again. */
  async die(): Promise<void> {
    this.#isStopped = true
    const ended = once(this.#child as ChildProcess, 'exit')
    this.kill()
    await ended
  }

  /** Halts it: its connections stay open, and nothing answers on them. */
  halt(): void {
    process.kill(this.pid, 'SIGSTOP')
  }

  wake(): void {
    process.kill(this.pid, 'SIGCONT')
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
    await ended
    clearTimeout(timer)
  }
}

/** The main process of a data folder's embedded database. */
export const postmasterOf = (dataDir: string): number => {
  const home = realpathSync(join(dataDir, 'postgres'))
  return Number(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

/** A process and all its children's children, parents first. */
export const familyOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(familyOf)]
}
