import { setTimeout as after } from 'node:timers/promises'
import { percentile, report } from './figure.ts'
import { type Crowd, fillCrowd, minuteOfReadings } from './fill.ts'
import { type Product, startProduct } from './product.ts'

const readingsOfMessage = 5_000
const people = 60
const secret = 'neighbour-secret'

/** Another company with one site, whose people each send one reading now and then. */
const fillNeighbour = async ({ pool }: Product): Promise<Crowd> => {
  const { rows } = await pool.query<{ company_id: number; office_id: number }>(`
    with made as (insert into company (code, name) values ('NEIGHBOUR', '隣計測建設') returning company_id)
    insert into office (company_id, base_code, name, acclimatised) select company_id, 'N1', '隣計測現場', true from made returning company_id, office_id`)
  const { company_id: companyId, office_id: officeId } = rows[0] ?? { company_id: 0, office_id: 0 }
  const place = [companyId, officeId]
  await pool.query(
    `insert into ingest_key (company_id, office_id, key_id, name, secret_hash) values ($1, $2, 'neighbour', 'neighbour', sha256($3::bytea))`,
    [...place, secret],
  )
  await pool.query(
    `with claimed as (insert into login (login_key, company_id) select 'neighbour-' || n, $1 from generate_series(1, $3) n),
          person as (insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
            select 'neighbour-' || n, 'User', $1, $2, '隣　一郎' || n, 'トナリ　イチロウ' || n from generate_series(1, $3) n returning user_id),
          tag as (insert into device (company_id, office_id, kind, serial) select $1, $2, 'vital', n::text from generate_series(1, $3) n returning device_id)
     insert into wear (company_id, user_id, device_id, slot, worn_from)
     select $1, p.user_id, t.device_id, 'vital', '2020-01-01'
       from (select user_id, row_number() over (order by user_id) as n from person) p
       join (select device_id, row_number() over (order by device_id) as n from tag) t using (n)`,
    [...place, people],
  )
  return { companyId, officeId, keyId: 'neighbour', secret, workers: people }
}

const post = async ({ url }: Product, { keyId, secret: own }: Crowd, body: string): Promise<Response> => {
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyId}.${own}`, 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return answer
}

type Flood = { readonly stored: number; readonly refused: number }

/** So many requests of 5,000 readings at once, each sent again when `Retry-After` says so, until the time is over. */
const flood = async (product: Product, crowd: Crowd, requests: number, from: Date, over: () => boolean): Promise<Flood> => {
  let [stored, refused] = [0, 0]
  const halves = Math.floor(crowd.workers / readingsOfMessage)
  const messages = Array.from({ length: 4 * requests }, (_, n) => {
    const minute = Math.floor(n / halves)
    const first = (n % halves) * readingsOfMessage + 1
    const workers = Array.from({ length: readingsOfMessage }, (__, worker) => first + worker)
    return JSON.stringify({ readings: minuteOfReadings(workers, new Date(from.getTime() + minute * 60_000), minute) })
  })
  const send = async (): Promise<void> => {
    for (let message = messages.shift(); message !== undefined && !over();) {
      const { status, headers } = await post(product, crowd, message)
      if (status === 200) {
        stored += readingsOfMessage
        message = messages.shift()
      } else {
        refused += 1
        await after(Number(headers.get('retry-after')) * 1_000)
      }
    }
  }
  await Promise.all(Array.from({ length: requests }, send))
  return { stored, refused }
}

const seconds = 12
const singlesPerSecond = 20
// While the flood begins, its first messages are read and the process is not yet known to be shared (decisions/0052).
const beginningMs = 1_000

/** How a neighbour's single readings fare while one key of another company floods. */
const beside = async (product: Product, crowd: Crowd, neighbour: Crowd, requests: number, from: Date): Promise<void> => {
  const started = performance.now()
  const over = () => performance.now() > started + seconds * 1_000
  const flooded = flood(product, crowd, requests, from, over)
  const singles: { readonly sentAfter: number; readonly ms: number }[] = []
  let refused = 0
  const sent: Promise<void>[] = []
  for (let n = 0; !over(); n++) {
    const readings = minuteOfReadings([(n % people) + 1], new Date(from.getTime() + n * 1_000), n)
    const began = performance.now()
    sent.push(
      post(product, neighbour, JSON.stringify({ readings })).then(({ status }) => {
        if (status === 200) singles.push({ sentAfter: began - started, ms: performance.now() - began })
        else refused += 1
      }),
    )
    await after(1_000 / singlesPerSecond)
  }
  await Promise.all(sent)
  const { stored, refused: refusedAgain } = await flooded
  const what = `beside ${requests} requests of 5,000 at once`
  const msOf = (some: typeof singles) => some.map(({ ms }) => ms)
  const [beginning, rest] = [true, false].map((isEarly) => singles.filter(({ sentAfter }) => sentAfter < beginningMs === isEarly))
  report(`neighbour's single reading stored, p50, ${what}`, percentile(msOf(singles), 0.5), 'ms')
  report(`neighbour's single reading stored, p99, ${what}`, percentile(msOf(singles), 0.99), 'ms', 500)
  report(`the slowest of the flood's first second, ${what}`, Math.max(...msOf(beginning ?? [])), 'ms', 500)
  report(`p99 of those after it, ${what}`, percentile(msOf(rest ?? []), 0.99), 'ms', 500)
  report(`neighbour's single readings refused, ${what}`, refused, 'readings', singles.length + refused)
  report(`flooder told to come again, ${what}`, refusedAgain, 'requests')
  report(`flooder's readings stored meanwhile, ${what}`, stored / seconds, 'readings/s')
}

/** One key of one company floods; another company's single readings continue. Each size comes first once, and once after the other. */
export const measureFair = async (product: Product, crowd: Crowd, from: Date): Promise<void> => {
  const neighbour = await fillNeighbour(product)
  for (const [turn, requests] of [13, 30, 30, 13].entries())
    await beside(product, crowd, neighbour, requests, new Date(from.getTime() + turn * 30 * 60_000))
}

/** The same on a product of its own. */
export const measureFairAlone = async (): Promise<void> => {
  const product = await startProduct()
  try {
    await measureFair(product, await fillCrowd(product.pool, 10_000), new Date(Date.now() - 180 * 60_000))
  } finally {
    await product.stop()
  }
}
