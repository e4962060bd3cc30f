import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Pool } from 'pg'
import { heapFlags } from '../heap-flags.ts'
import { eventually } from '../durability/product.ts'
import type { Order, Report } from './server.ts'

type Options = {
  readonly name: string
  readonly port: number
  readonly pool: Pool
  readonly now: Date
  readonly env: Record<string, string>
}

/** The product in a process of its own that is started again after a kill; the test sets its time. */
export class DrivenServer {
  readonly #options: Options
  readonly #waiting = new Map<number, { done: () => void; failed: (error: Error) => void }>()
  #child: Promise<ChildProcess>
  #now: Date
  #orders = 0
  #starts = 0

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now
    this.#child = this.#launch()
  }

  get #label(): string {
    return `${this.#options.name} ${this.#starts}`
  }

  async #launch(): Promise<ChildProcess> {
    const { port, env } = this.#options
    this.#starts += 1
    const child = fork(join(import.meta.dirname, 'server.ts'), {
      execArgv: [...heapFlags],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        HOST: '127.0.0.1',
        PORT: String(port),
        MQTT_PORT: '0',
        ROLES: 'api',
        ADMIN_PASSWORD: 'Admin-1234',
        PGAPPNAME: this.#label,
        NOW: String(this.#now.getTime()),
        ...env,
      },
    })
    const started = new Promise<void>((done, failed) => {
      this.#waiting.set(0, { done, failed })
    })
    child.on('message', ({ id, error }: Report) => {
      const pending = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) pending?.done()
      else pending?.failed(new Error(error))
    })
    child.once('exit', () => {
      for (const { failed } of this.#waiting.values()) failed(new Error('the server has gone'))
      this.#waiting.clear()
    })
    await started
    return child
  }

  async #order(order: Omit<Order, 'id' | 'now'>): Promise<void> {
    const child = await this.#child
    this.#orders += 1
    const id = this.#orders
    await new Promise<void>((done, failed) => {
      this.#waiting.set(id, { done, failed })
      child.send({ id, now: this.#now.getTime(), ...order })
    })
  }

  /** Sets its clock. */
  async setClock(now: Date): Promise<void> {
    this.#now = now
    await this.#order({})
  }

  /** One turn of a job, to its end whatever happens to the process meanwhile. */
  async job(job: NonNullable<Order['job']>): Promise<void> {
    const child = this.#child
    try {
      await this.#order({ job })
    } catch (error) {
      if (child === this.#child) throw error
      await this.#order({ job })
    }
  }

  /** kill -9; another process takes its place once the database knows that it has gone. */
  async kill(): Promise<void> {
    const child = await this.#child
    const label = this.#label
    const gone = once(child, 'exit')
    this.#child = gone.then(async () => {
      const { pool } = this.#options
      await eventually(async () => {
        const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from pg_stat_activity where application_name = $1', [
          label,
        ])
        return rows[0]?.n === 0
      }, 'the database lets go')
      return this.#launch()
    })
    child.kill('SIGKILL')
    await gone
  }

  /** Asks as a client that tries again until there is an answer. */
  async ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
    for (;;) {
      await this.#child
      const answer = await fetch(`http://127.0.0.1:${this.#options.port}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined)
      if (answer?.ok === true) return answer.json().catch(() => undefined)
      if (answer !== undefined && answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      await after(50)
    }
  }

  async stop(): Promise<void> {
    const child = await this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
}
