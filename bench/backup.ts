import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { percentile, report } from './figure.ts'
import { fillCrowd, minuteOfReadings } from './fill.ts'
import { startProduct } from './product.ts'

const people = 200
const copies = 3_000
const aloneMs = 30_000
const everyMs = 100

type Timed = { readonly at: number; readonly ms: number }
type Run = { kind: 'backup' | 'check'; state: string; began: Date; ended: Date; rows: number; bytes: number | null }

/** What a backup by schedule, and its check by restoring, cost those who send readings meanwhile: the 99th percentile beside each. */
export const measureBackup = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-bench-backup-'))
  // Made at once while there is nothing; the one that is measured is asked for below, by forgetting that one.
  process.env['BACKUP_DIR'] = folder
  process.env['BACKUP_KEY'] = 'a passphrase for this measurement alone'
  const product = await startProduct()
  try {
    const crowd = await fillCrowd(product.pool, people)
    const workers = Array.from({ length: people }, (_, n) => n + 1)
    let minute = 0
    const begun = Date.now() - 3_600_000
    const post = async (count: number): Promise<Timed> => {
      const at = Date.now()
      minute += 1
      const started = performance.now()
      const answer = await fetch(`${product.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: minuteOfReadings(workers.slice(0, count), new Date(begun + minute * 1_000), minute) }),
      })
      const { accepted } = (await answer.json()) as { accepted: number }
      if (accepted !== count) throw new Error(`${accepted} of ${count} readings were accepted`)
      return { at, ms: performance.now() - started }
    }
    await post(people)
    const { rows: columns } = await product.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'reading' and is_generated = 'NEVER' order by ordinal_position`,
    )
    for (const days of [1, 2, 3, 7]) await product.pool.query('select ensure_reading_partition($1)', [new Date(begun - days * 86_400_000)])
    const listed = columns.map(({ name }) => name)
    const shifted = listed.map((name) => (['at', 'device_at'].includes(name) ? `r.${name} - make_interval(secs => 61 * n)` : `r.${name}`))
    await product.pool.query(
      `insert into reading (${listed.join(', ')}) select ${shifted.join(', ')} from reading r cross join generate_series(1, ${copies}) n`,
    )
    await product.pool.query('vacuum analyze reading')
    const times: Timed[] = []
    const sendUntil = async (isOver: () => Promise<boolean>) => {
      while (!(await isOver())) {
        times.push(await post(20))
        await after(everyMs)
      }
    }
    const until = Date.now() + aloneMs
    await sendUntil(async () => Date.now() > until)
    const orderedAt = new Date()
    await product.pool.query('delete from backup_run')
    await sendUntil(async () => {
      const { rows } = await product.pool.query("select from backup_run where kind = 'check' and state <> 'running'")
      return rows.length > 0
    })
    const over = Date.now()
    const untilAgain = over + aloneMs
    await sendUntil(async () => Date.now() > untilAgain)
    const { rows: runs } = await product.pool.query<Run>(
      `select kind, state, started_at as began, ended_at as ended, row_count::int as rows, bytes::int as bytes from backup_run order by started_at`,
    )
    // Before and after, since other work of the machine comes and goes.
    const alone = percentile(
      times.filter(({ at }) => at < orderedAt.getTime() || at > over).map(({ ms }) => ms),
      0.99,
    )
    report('20 readings over HTTP with nothing beside, 99th percentile', alone, 'ms')
    for (const { kind, state, began, ended, rows, bytes } of runs) {
      const beside = times.filter(({ at }) => at >= began.getTime() && at <= ended.getTime()).map(({ ms }) => ms)
      report(`${kind} of ${rows} rows, ${state}`, (ended.getTime() - began.getTime()) / 1_000, 's')
      if (bytes !== null) report(`${kind}, encrypted file`, bytes / 1_000_000, 'MB')
      report(`20 readings over HTTP with a ${kind} beside, 99th percentile`, percentile(beside, 0.99), 'ms', alone)
    }
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
