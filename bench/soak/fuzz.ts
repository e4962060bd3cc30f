import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { randomFrom } from '../../apps/server/test/durability/random.ts'
import { report } from '../figure.ts'
import { askOnce, type Outcome } from './ask-once.ts'
import { type Callers, type FuzzSite, type GoodCall, makeFuzzSite } from './fuzz-site.ts'
import { pick, type Random } from './hostile-values.ts'
import { type Call, type Document, makeCall, type Operation, operationsOf } from './made-calls.ts'
import { contextBeside } from './context-beside.ts'
import { onOwnDatabase } from './on-own-database.ts'

const jwtSecret = 'a-secret-that-only-the-soak-knows-of'
const atOnce = 8
// So many of the calls begin as good ones; the others are made up from the document.
const goodShare = 0.3
// Those who call lose sessions, accounts and companies by what they call.
const callsOfSession = 200
const callsOfSite = 1_000
const warmUpCalls = 10_000
const restMs = 20_000
const patienceMs = 120_000
const growthAllowed = 1.1
// A product that fails throughout needs no further calls.
const faultsAtMost = 200
const saidEvery = 10_000

// Each call from an address of its own: what one address may do in a minute is not the question here.
const addressOf = (random: Random) => Array.from({ length: 4 }, () => 1 + Math.floor(random() * 250)).join('.')

/** Half of the calls are made by those who are most likely to be let in: of a good one the person whom it is about. */
const callerOf = (random: Random, callers: Callers, { security }: Operation, good: GoodCall | undefined) => {
  const [{ ingestKey, connection, wallboardLink } = {}] = security
  const own = good === undefined ? undefined : callers.people[good.plot]?.[good.role]
  const signedIn = own === undefined ? callers.admins : [own]
  const keys = ingestKey !== undefined ? callers.ingestKey : connection !== undefined ? callers.connection : undefined
  const fitting = keys ?? (wallboardLink !== undefined ? callers.wallboardLink : signedIn)
  return pick(random, random() < 0.5 ? fitting : callers.everybody)
}

const headingsOf = async (origin: string, operations: readonly Operation[], headers: Readonly<Record<string, string>>) => {
  const headings = new Map<string, string>()
  for (const { path } of operations.filter((operation) => operation.path.includes('/Import/'))) {
    const template = path.replace(/Import\/.*/, 'Template?role=User')
    headings.set(path, (await (await fetch(`${origin}${template}`, { headers })).text()).replace('\uFEFF', '').trim())
  }
  return headings
}

const excerptOf = ({ method, url, headers, body }: Call) =>
  `${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 400)}`

/** Counts the results of the calls, and reports at once those that should not have ended so. */
const createTally = () => {
  const byStatus = new Map<Outcome['status'], number>()
  const answered = new Map<string, number>()
  let [faults, slowest] = [0, 0]
  return {
    note: (number: number, { method, path }: Operation, call: Call, { status, ms }: Outcome) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const name = `${method} ${path}`
      // A sign-in at a provider is led on.
      const isAnswered = status === 200 || status === 202 || status === 302
      answered.set(name, (answered.get(name) ?? 0) + (isAnswered ? 1 : 0))
      slowest = Math.max(slowest, ms)
      if (typeof status === 'number' && status < 500) return
      faults++
      console.error(`call ${number}, ${status}: ${excerptOf(call)}`)
    },
    get faults() {
      return faults
    },
    get slowest() {
      return slowest
    },
    get statuses() {
      return JSON.stringify(Object.fromEntries([...byStatus].toSorted(([a], [b]) => String(a).localeCompare(String(b)))))
    },
    get neverAnswered() {
      return [...answered].flatMap(([name, count]) => (count === 0 ? [name] : []))
    },
  }
}

/** Resident memory once it has come down to what is allowed, or has had its time. */
const settledMegabytes = async (product: Product, allowed: number): Promise<number> => {
  const until = Date.now() + patienceMs
  while (product.residentMegabytes > allowed && Date.now() < until) await after(1_000)
  return product.residentMegabytes
}

/** Calls of every kind by everybody, half of them hostile: SOAK_CALLS says how many. */
export const soakFuzz = (folder: string, seed: number): Promise<boolean> =>
  onOwnDatabase(folder, async (own, connect) => {
    const calls = Number(process.env['SOAK_CALLS'] ?? 200_000)
    const dataDir = join(folder, 'product')
    const port = await freePort()
    const env = { DATABASE_URL: own.url, JWT_SECRET: jwtSecret, TRUSTED_PROXIES: 'loopback', TILE_URL: 'none' }
    const product = new Product({ dataDir, port, env })
    const tally = createTally()
    try {
      await product.ready()
      const context = await contextBeside(connect(), jwtSecret, dataDir)
      const operations = operationsOf((await (await fetch(`${product.url}/api/openapi.json`)).json()) as Document)
      let made = 0
      const callFor = async (count: number) => {
        const last = made + count
        let site: FuzzSite | undefined
        while (made < last && tally.faults < faultsAtMost) {
          if (site === undefined || made % callsOfSite === 0) site = await makeFuzzSite(context, made)
          const { goodCall, callers: signIn, known } = site
          const callers = await signIn()
          const around = { known, headings: await headingsOf(product.url, operations, callers.admins[0] ?? {}) }
          let left = Math.min(callsOfSession, last - made)
          const lane = async () => {
            while (left-- > 0) {
              const number = made++
              // By its number, so that a call is the same whenever those beside it are answered.
              const random = randomFrom(seed * 1_000_003 + number)
              const operation = pick(random, operations)
              const good = random() < goodShare ? await goodCall(random, operation) : undefined
              const call = good?.call ?? makeCall({ ...around, random }, operation)
              const from = { ...callerOf(random, callers, operation, good), 'x-forwarded-for': addressOf(random) }
              tally.note(number, operation, call, await askOnce(product.url, call, from))
            }
          }
          await Promise.all(Array.from({ length: atOnce }, lane))
          if (made % saidEvery === 0) console.error(`${made} calls: ${tally.statuses}, ${product.residentMegabytes.toFixed(0)} MB`)
        }
      }
      await callFor(Math.min(warmUpCalls, calls))
      await after(restMs)
      const before = product.residentMegabytes
      await callFor(calls - made)
      const most = product.residentMegabytes
      const late = await settledMegabytes(product, before * growthAllowed)
      console.error(`answers by status: ${tally.statuses}; at the end ${most.toFixed(0)} MB`)
      console.error(`never answered with success: ${tally.neverAnswered.join(', ') || 'none'}`)
      report('soak fuzz, calls', made, 'calls')
      report('soak fuzz, 5xx, cut or silent', tally.faults, 'calls')
      report('soak fuzz, slowest answer', tally.slowest / 1_000, 's', 60)
      report('soak fuzz, resident memory after against before', late, 'MB', before)
      if (tally.faults > 0) console.error(product.words)
      return tally.faults === 0 && product.starts === 1 && late <= before * growthAllowed
    } catch (error) {
      console.error(product.words)
      throw error
    } finally {
      await product.stop()
    }
  })
