import { dayMs } from '@mimamori/contract/day'
import type { Pool } from 'pg'
import { fillWorkedDays } from '../apps/server/src/shared/monitoring/summaries/test-worked-days.ts'
import { signIn, type SignedInHeaders } from './console.ts'
import { report } from './figure.ts'
import { addBaseAdmin, type Crowd, fillCrowd } from './fill.ts'
import { type Product, startProduct } from './product.ts'

const people = 500
const days = 31
const hoursADay = 10

const dayBefore = (number: number): string => new Date(Date.now() - number * dayMs).toISOString().slice(0, 10)

/** A reading a minute of everybody on a day, in the order in which they come. */
const storeDay = `
  insert into reading (company_id, device_id, at, office_id, user_id, group_id, received_at, heart_rate, wbgt, wbgt_source, excess, heart_level,
                       heat_level, total_level, battery, signal)
  select w.company_id, w.device_id, m.at, $2, w.user_id, u.group_id, m.at, 80 + (w.user_id * 7 + m.n) % 60, 27.5, 'measured', 1.5, 0, 2,
         (w.user_id + m.n) % 3, 4, 3
    from (select n, ($3::date + interval '8 hours' + n * interval '1 minute') at time zone 'Asia/Tokyo' as at
            from generate_series(0, ${hoursADay * 60 - 1}) n) m
   cross join wear w
    join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
   where w.company_id = $1
   order by m.at, w.device_id`

const fillMonth = async (pool: Pool, crowd: Crowd): Promise<void> => {
  const { companyId, officeId } = crowd
  for (let back = days; back >= 1; back--) {
    await pool.query(`select ensure_reading_partition($1::date::timestamp at time zone 'Asia/Tokyo')`, [dayBefore(back)])
    await pool.query(`select ensure_reading_partition(($1::date + 1)::timestamp at time zone 'Asia/Tokyo')`, [dayBefore(back)])
    await pool.query(storeDay, [companyId, officeId, dayBefore(back)])
  }
  await pool.query('analyze reading')
  await fillWorkedDays(pool, crowd, people, { startTime: dayBefore(days), endTime: dayBefore(1) })
}

/** The whole of an export: ms to its first byte and to its end, lines, and how it ended. */
const take = async (url: string, headers: SignedInHeaders) => {
  const started = performance.now()
  const answer = await fetch(url, { headers })
  if (!answer.ok || answer.body === null) throw new Error(`export: ${answer.status} ${await answer.text()}`)
  let [firstMs, bytes, lines, tail] = [0, 0, 0, '']
  for await (const chunk of answer.body) {
    if (firstMs === 0) firstMs = performance.now() - started
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    tail = (tail + Buffer.from(chunk).toString()).slice(-200)
  }
  return { firstMs, seconds: (performance.now() - started) / 1_000, bytes, lines, tail }
}

const measureFormat = async (product: Product, url: string, headers: SignedInHeaders, format: string): Promise<void> => {
  const before = await product.residentMb()
  const residentMb: number[] = []
  const timer = setInterval(() => void product.residentMb().then((mb) => residentMb.push(mb)), 200)
  const { firstMs, seconds, bytes, lines, tail } = await take(`${url}&format=${format}`, headers)
  clearInterval(timer)
  const rows = lines - 1
  if (format === 'ndjson' && !tail.includes(`"complete":true,"rows":${rows}`)) throw new Error(`the export is not whole: ${tail}`)
  const name = `export of ${people} people × ${days} days, ${format}`
  report(`${name}, first byte`, firstMs, 'ms', 1_000)
  report(`${name}, ${(rows / 1e6).toFixed(1)} million rows, ${(bytes / 1e6).toFixed(0)} MB`, rows / seconds, 'rows/s')
  report(`${name}, server resident, at most`, Math.max(...residentMb), 'MB', 500)
  report(`${name}, server grew by`, Math.max(...residentMb) - before, 'MB', 150)
}

/** A month of a site of 500 people, a reading a minute for ten hours a day, as NDJSON and as CSV. */
export const measureExport = async (): Promise<void> => {
  const product = await startProduct()
  try {
    const crowd = await fillCrowd(product.pool, people)
    await fillMonth(product.pool, crowd)
    const headers = await signIn(product, await addBaseAdmin(product.pool, crowd))
    const url = `${product.url}/api/export/readings?officeId=${crowd.officeId}`
    // Once before measuring: the first one spends its time on code, not on minutes.
    await take(`${url}&from=${dayBefore(2)}&to=${dayBefore(2)}`, headers)
    for (const format of ['ndjson', 'csv'])
      await measureFormat(product, `${url}&from=${dayBefore(days)}&to=${dayBefore(1)}`, headers, format)
  } finally {
    await product.stop()
  }
}
