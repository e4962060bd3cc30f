import { endpoints, type Endpoint } from '@mimamori/contract'
import { z } from 'zod'
import { attempt } from '../attempt.ts'
import { signIn, type SignedInHeaders, timeCalls } from '../console.ts'
import { percentile, report } from '../figure.ts'
import type { Product } from '../product.ts'
import { calls, type MeasuredCall, type Reader } from './calls.ts'
import { hearEverybody } from './fill-readings.ts'
import { findFilled, type Filled } from './filled.ts'
import { startFilledProduct } from './filled-product.ts'

const within = 150
const pageRows = 100
const [timed, inFlight] = [20, 2]

/** Milliseconds of a call: as a reader waits, and processor time of both programs, which says more where others use the machine. */
type Timed = { readonly name: string; readonly p50: number; readonly p95: number; readonly server: number; readonly database: number }

/** People of one role who take turns: who makes many calls is paced. */
type Crew = { readonly next: () => SignedInHeaders }

const crewOf = (people: readonly SignedInHeaders[]): Crew => {
  let turn = 0
  return {
    next: () => {
      turn += 1
      const headers = people[turn % people.length]
      if (headers === undefined) throw new Error('nobody may read this')
      return headers
    },
  }
}

// A sign-in is good for longer than any one list takes, not for all of them.
const signedInForMs = 5 * 60_000

/** Finds the crew of a reader; they sign in when they are first needed, and again before their sign-in ends. */
const findCrews = (product: Product, { logins }: Filled) => {
  const crews = new Map<Reader, { readonly crew: Crew; readonly since: number }>()
  return async (reader: Reader): Promise<Crew> => {
    const known = crews.get(reader)
    if (known !== undefined && performance.now() - known.since < signedInForMs) return known.crew
    const people: SignedInHeaders[] = []
    for (const login of logins[reader]) people.push(await signIn(product, login))
    const crew = crewOf(people)
    crews.set(reader, { crew, since: performance.now() })
    return crew
  }
}

const fillIn = (text: string, filled: Filled): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => filled.values[name] ?? `no ${name}`)

const addressOf = (url: string, { path }: Endpoint, { path: given = {}, query = '' }: MeasuredCall, filled: Filled) =>
  `${url}${fillIn(
    path.replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? `{${name}}`),
    filled,
  )}?${fillIn(query, filled)}`

/** What a list may be sorted by is among the fields of its rows. */
const fieldsOf = ({ answer }: Endpoint): string[] => {
  if (!(answer instanceof z.ZodObject)) return []
  const data: unknown = answer.shape['data']
  const row: unknown = data instanceof z.ZodArray ? data.element : undefined
  return row instanceof z.ZodObject ? Object.keys(row.shape) : []
}

/** Milliseconds of one call; undefined where the call refuses what it is asked. */
const once = async (url: string, headers: SignedInHeaders): Promise<number | undefined> => {
  const started = performance.now()
  const answer = await fetch(url, { headers: { ...headers } })
  await answer.text()
  return answer.ok ? performance.now() - started : undefined
}

/** Times a call by pairs of people, the first pair to warm up. */
const measureOne = async (product: Product, name: string, url: string, crew: Crew, bodies: readonly object[] = []): Promise<Timed> => {
  const callPair = () => timeCalls(url, Array.from({ length: inFlight }, crew.next), inFlight, inFlight, bodies)
  await callPair()
  const times: number[] = []
  const before = await product.usedUs()
  for (let n = 0; n < timed; n += inFlight) times.push(...(await callPair()))
  const after = await product.usedUs()
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  report(`${name}, p95`, p95, 'ms', within)
  const [server, database] = [(after.server - before.server) / timed / 1_000, (after.database - before.database) / timed / 1_000]
  return { name, p50, p95, server, database }
}

/** The slowest of all orders, by a call of each in both directions. */
const slowestOrder = async (url: string, fields: readonly string[], crew: Crew): Promise<string | undefined> => {
  let slowest: { order: string; ms: number } | undefined
  for (const field of fields)
    for (const direction of ['asc', 'desc']) {
      const order = `sortKey=${field}&sortOrder=${direction}`
      const ms = await once(`${url}&${order}`, crew.next())
      if (ms !== undefined && ms > (slowest?.ms ?? 0)) slowest = { order, ms }
    }
  return slowest?.order
}

const lastPage = async (url: string, crew: Crew): Promise<string | undefined> => {
  const answer = (await (await fetch(url, { headers: { ...crew.next() } })).json()) as { count?: number }
  return answer.count === undefined || answer.count <= pageRows ? undefined : `offset=${answer.count - pageRows}`
}

const measureCall = async (
  product: Product,
  name: string,
  endpoint: Endpoint,
  call: MeasuredCall,
  address: string,
  crew: Crew,
  filled: Filled,
): Promise<Timed[]> => {
  const has = (field: string) => endpoint.query !== undefined && field in endpoint.query.shape
  const first = has('limit') ? `${address}&limit=${pageRows}` : address
  const times = [await measureOne(product, `${name}, first page`, first, crew)]
  const last = has('offset') ? await lastPage(first, crew) : undefined
  if (last !== undefined) times.push(await measureOne(product, `${name}, last page`, `${first}&${last}`, crew))
  const order = has('sortKey') ? await slowestOrder(first, fieldsOf(endpoint), crew) : undefined
  if (order !== undefined) times.push(await measureOne(product, `${name}, ${order}`, `${first}&${order}`, crew))
  if (order !== undefined && last !== undefined)
    times.push(await measureOne(product, `${name}, last page, ${order}`, `${first}&${order}&${last}`, crew))
  for (const filter of call.filters ?? [])
    times.push(await measureOne(product, `${name}, ${decodeURIComponent(filter)}`, `${first}&${fillIn(filter, filled)}`, crew))
  return times
}

/** Reports by POST: a month of one person, and a day of a site of a thousand. */
const measureReports = async (product: Product, filled: Filled, crew: Crew): Promise<Timed[]> => {
  const month = filled.values['lastMonth'] ?? ''
  const bodies = {
    'report.table, month of one': {
      OfficeId: Number(filled.values['officeId']),
      Workers: Number(filled.values['userId']),
      ReportType: 2,
      Period: 1,
      RequestDate: month,
    },
    'report.table, day of 2,000': {
      OfficeId: Number(filled.values['summarisedOfficeId']),
      ReportType: 2,
      Period: 2,
      RequestDate: `${month}-15`,
    },
  }
  const times: Timed[] = []
  for (const [name, body] of Object.entries(bodies)) times.push(await measureOne(product, name, `${product.url}/api/Report`, crew, [body]))
  return times
}

// Nobody is silent to the product for a quarter of an hour; what is read of the silent would be read of everybody after that.
const heardForMs = 5 * 60_000

/** Everybody is heard again before they seem to have fallen silent. */
const keepHeard = (product: Product): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < heardForMs) return
    await hearEverybody(product.pool)
    since = performance.now()
  }
}

const endpointOf = (name: string): Endpoint => {
  const [slice = '', call = ''] = name.split('.')
  return (endpoints as unknown as Record<string, Record<string, Endpoint>>)[slice]?.[call] as Endpoint
}

const printTable = (times: readonly Timed[]): void => {
  const lines = times
    .toSorted((one, other) => other.p95 - one.p95)
    .map(({ name, ...ms }) => `${[ms.p95, ms.p50, ms.server, ms.database].map((value) => value.toFixed(0).padStart(8)).join(' ')}  ${name}`)
  process.stderr.write(`${['     p95      p50   server database  ms, slowest first', ...lines].join('\n')}\n`)
  report('calls of lists past their bound', times.filter(({ p95 }) => p95 > within).length, 'calls', times.length)
}

/**
 * Every list, report, summary, logbook, log and wallboard of the contract at 100,000 people: first and last page, slowest order,
 * searches and filters, as the roles that read them, two in flight. `BENCH_MILLIONS` of readings (50), kept in the folder
 * `BENCH_KEEP` where that is given; `BENCH_LISTS=alert,audit` measures only calls whose names contain one of these.
 */
export const measureLists = async (): Promise<void> => {
  const product = await startFilledProduct(Number(process.env['BENCH_MILLIONS'] ?? 50), process.env['BENCH_KEEP'])
  const only = (process.env['BENCH_LISTS'] ?? '').split(',')
  const isChosen = (name: string) => only.some((part) => name.includes(part))
  try {
    const filled = await findFilled(product.pool)
    const crewOfReader = findCrews(product, filled)
    const hearAgain = keepHeard(product)
    const times: Timed[] = []
    for (const [name, call] of Object.entries(calls)) {
      if (typeof call === 'string' || !isChosen(name)) continue
      for (const reader of call.by) {
        await hearAgain()
        const [endpoint, crew] = [endpointOf(name), await crewOfReader(reader)]
        const address = addressOf(product.url, endpoint, call, filled)
        const own = await attempt(`${name} by ${reader}`, () =>
          measureCall(product, `${name} by ${reader}`, endpoint, call, address, crew, filled),
        )
        times.push(...(own ?? []))
      }
    }
    if (isChosen('report.table'))
      times.push(...((await attempt('report.table', async () => measureReports(product, filled, await crewOfReader('company')))) ?? []))
    printTable(times)
  } finally {
    await product.stop()
  }
}
