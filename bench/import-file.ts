import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as after } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Product } from './product.ts'

type Headers = { authorization: string }
type Job = { state: string; done: number; total: number; result?: { created: number } }

/** A file under the headings that a template gives, its cells by their labels. */
export const fileUnder = <Row>(
  template: string,
  rows: readonly Row[],
  cells: Readonly<Record<string, (row: Row) => string | number>>,
): string => {
  const labels = template
    .replace('\uFEFF', '')
    .trim()
    .split(',')
    .map((cell) => cell.slice(1, -1))
  const lines = rows.map((row) => labels.map((label) => `"${cells[label]?.(row) ?? ''}"`).join(','))
  return `${template.trim()}\r\n${lines.join('\r\n')}\r\n`
}

/** Sends a file to a resource's import and waits until its rows are there; seconds. */
export const importSeconds = async (
  product: Product,
  path: string,
  file: string,
  headers: Headers,
  fields: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([file], { type: 'text/csv' }), '取り込み.csv')
  const started = performance.now()
  const answer = await fetch(`${product.url}${path}`, { method: 'POST', headers, body })
  const answerBody = (await answer.json()) as { jobId?: string }
  if (answer.status === 200) return (performance.now() - started) / 1_000
  if (answer.status !== 202 || answerBody.jobId === undefined)
    throw new Error(`the import answered ${answer.status}: ${JSON.stringify(answerBody)}`)
  for (;;) {
    const job = (await (await fetch(`${product.url}/api/Job/${answerBody.jobId}`, { headers })).json()) as Job
    if (job.state === 'done') return (performance.now() - started) / 1_000
    if (job.state === 'failed') throw new Error(`the import failed: ${JSON.stringify(job)}`)
    // A small file is over before a console asks for the first time; a large one is asked about now and then.
    await after(performance.now() - started < 2_000 ? 10 : 250)
  }
}

type Cells = readonly (string | number)[]

/** Seconds that a plain COPY of such rows takes into a table with the same indexes as theirs. */
export const copySeconds = async ({ pool }: Product, table: string, columns: string, rows: readonly Cells[]): Promise<number> => {
  await pool.query(`create table copied_rows (like ${table} including all)`)
  const text = Buffer.from(`${rows.map((cells) => cells.join('\t')).join('\n')}\n`)
  const client = await pool.connect()
  const started = performance.now()
  await pipeline(Readable.from([text]), client.query(copyFrom(`copy copied_rows (${columns}) from stdin`)))
  const seconds = (performance.now() - started) / 1_000
  client.release()
  await pool.query('drop table copied_rows')
  return seconds
}
