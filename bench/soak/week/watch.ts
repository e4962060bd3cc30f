import { readdirSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type pg from 'pg'
import { timeCalls } from '../../console.ts'
import { percentile } from '../../figure.ts'
import type { Product } from '../../../apps/server/test/durability/product.ts'
import type { PressedTime } from './pressed-time.ts'
import { adminPassword, type WeekSite } from './site.ts'
import type { Point } from './trend.ts'

/** What people of a site call again and again. */
const calls = {
  'condition list': '/api/HealthCondition?limit=100',
  'worker list': '/api/UserRole?worker=1&limit=20',
  'summary of the home screen': '/api/HealthCondition/Summary',
  'alerts that are open': '/api/HealthCondition/Alert?limit=100',
  'own account': '/api/UserInfo',
} as const

const callsAMeasure = 20
const processEveryMinutes = 10
const [firstHour, lastHour] = [9, 16]

/** Headers of the site's administrator; a token lasts a quarter of an hour of the pressed clock. */
export const signInToSite = async (url: string, { admin }: Pick<WeekSite, 'admin'>): Promise<{ authorization: string }> => {
  const answer = await fetch(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: admin, password: adminPassword }),
  })
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`)
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

const figureOf = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

const countRows = async (pool: pg.Pool): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ name: string }>(
    "select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1",
  )
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const { rows: counted } = await pool.query<{ count: number }>(`select count(*)::int as count from "${name}"`)
    counts.set(name, counted[0]?.count ?? 0)
  }
  return counts
}

/** Series of points by the name of the measure. */
export type Series = Map<string, Point[]>

/** Looks at the product all week long: its process each ten minutes, calls each working hour, tables each midnight. */
export class WeekWatch {
  readonly ofProcess: Series = new Map()
  readonly ofCalls: Series = new Map()
  /** Rows by table at the end of each day. */
  readonly rows = new Map<string, number[]>()
  failures = 0
  readonly #product: Product
  readonly #pool: pg.Pool
  readonly #site: WeekSite
  readonly #time: PressedTime

  constructor(product: Product, pool: pg.Pool, site: WeekSite, time: PressedTime) {
    this.#product = product
    this.#pool = pool
    this.#site = site
    this.#time = time
  }

  async run(): Promise<void> {
    await Promise.all([this.#watchProcess(), this.#watchCalls(), this.#watchTables()])
  }

  #note(series: Series, name: string, value: number): void {
    if (!Number.isFinite(value)) return
    series.set(name, [...(series.get(name) ?? []), { day: this.#time.hours() / 24, value }])
  }

  /** Does it, unless the product or its database is away just now. */
  async #try(look: () => Promise<void>): Promise<void> {
    await look().catch(() => {
      this.failures += 1
    })
  }

  async #watchProcess(): Promise<void> {
    const { url } = this.#product
    for (let minutes = processEveryMinutes; minutes < 7 * 24 * 60; minutes += processEveryMinutes) {
      await this.#time.untilHours(minutes / 60)
      // A night passes faster than it can be looked at.
      minutes = Math.max(minutes, Math.floor(this.#time.hours() * 6) * 10)
      await this.#try(async () => {
        this.#note(this.ofProcess, 'resident memory, MB', this.#product.residentMegabytes)
        this.#note(this.ofProcess, 'heap in use, MB', (await figureOf(url, 'nodejs_heap_size_used_bytes')) / 1_048_576)
        this.#note(this.ofProcess, 'memory outside the heap, MB', (await figureOf(url, 'nodejs_external_memory_bytes')) / 1_048_576)
        this.#note(this.ofProcess, 'handles', readdirSync(`/proc/${this.#product.pid}/fd`).length)
        const { rows } = await this.#pool.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
        )
        this.#note(this.ofProcess, 'connections to the database', rows[0]?.count ?? Number.NaN)
      })
      await after(200)
    }
  }

  async #watchCalls(): Promise<void> {
    for (let day = 0; day < 6; day++)
      for (let hour = firstHour; hour <= lastHour; hour++) {
        await this.#time.untilHours(24 * day + hour)
        await this.#try(async () => {
          for (const [name, path] of Object.entries(calls)) {
            const headers = await signInToSite(this.#product.url, this.#site)
            const times = await timeCalls(this.#product.url + path, headers, callsAMeasure, 1)
            this.#note(this.ofCalls, `${name}, p95, ms`, percentile(times, 0.95))
          }
        })
      }
  }

  async #watchTables(): Promise<void> {
    for (let day = 1; day <= 7; day++) {
      await this.#time.untilHours(24 * day - 1)
      for (const [name, count] of await countRows(this.#pool)) this.rows.set(name, [...(this.rows.get(name) ?? []), count])
    }
  }
}
