import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  makeDevice,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeWear,
  signInAs,
} from '../../apps/server/src/shared/organisation/test-factories.ts'
import type { Db } from '../../apps/server/src/platform/context.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { listen } from '../console.ts'
import { percentile, report } from '../figure.ts'
import { addBaseAdmin, fillCrowd } from '../fill.ts'
import type { Flood } from './flooders.ts'
import { contextBeside } from './context-beside.ts'
import { onOwnDatabase } from './on-own-database.ts'

const jwtSecret = 'a-secret-that-only-the-soak-knows-of'
/** How often a reading is sent that must reach the leader. */
const hands = Number(process.env['SOAK_HANDS'] ?? 100)
const crowdSize = 2_500
const patienceMs = 10_000
const warmUpMs = 15_000
/** Beyond the maximum of any age, and for longer than its limit's duration: seconds before. */
const racing = 215
const racingFor = [125, 65] as const

/** A site of another company, with a leader and those whose hearts will race. */
const makeSite = async (db: Db) => {
  const office = await makeOffice(db)
  const group = await makeGroup(db, { office_id: office.office_id })
  const place = { company_id: office.company_id, office_id: office.office_id, group_id: group.group_id }
  const leader = await makeUser(db, 'GroupLeader', place)
  const people = []
  for (let n = 0; n < hands; n++) {
    const worker = await makeUser(db, 'User', place, { date_of_birth: '1986-01-01', consent_at: new Date('2020-01-01') })
    const device = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, worker.user_id, device.device_id)
    people.push({ userId: worker.user_id, serial: device.serial })
  }
  return { leader, people, key: await makeIngestKey(db, office.office_id) }
}
type Site = Awaited<ReturnType<typeof makeSite>>

const send = async (url: string, { key }: Site, device: string, at: Date): Promise<number> => {
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: key.bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [{ kind: 'vital', device, at: at.toISOString(), heartRate: racing, interval: 1 }] }),
    signal: AbortSignal.timeout(patienceMs),
  })
  await answer.text()
  return answer.status
}

type Row = { readonly userId: number; readonly alertLevel: number | null; readonly alertTime: string | null }

/** Milliseconds from each reading leaving its gateway to its level 3 reaching the leader; endless where it never did. */
const timesToLeader = async (url: string, site: Site, headers: Record<string, string>): Promise<number[]> => {
  const stop = new AbortController()
  const waiting = new Map<string, () => void>()
  const opened = Promise.withResolvers<void>()
  const listening = listen(`${url}/api/live`, headers, stop.signal, (name, data) => {
    opened.resolve()
    if (name !== 'condition') return
    for (const { userId, alertLevel, alertTime } of JSON.parse(data) as Row[])
      if (alertLevel === 3 && alertTime !== null) waiting.get(`${userId}/${Date.parse(alertTime)}`)?.()
  }).catch((error: Error) => {
    if (!stop.signal.aborted) throw error
  })
  // The stream says where it begins.
  const opening = performance.now()
  await Promise.race([opened.promise, after(patienceMs)])
  console.error(`the stream was open in ${(performance.now() - opening).toFixed()} ms`)
  const times: number[] = []
  for (const { userId, serial } of site.people) {
    for (const seconds of racingFor) await send(url, site, serial, new Date(Date.now() - seconds * 1_000)).catch(() => 0)
    const at = new Date()
    const arrival = new Promise<void>((resolve) => waiting.set(`${userId}/${at.getTime()}`, resolve))
    const started = performance.now()
    const status = await send(url, site, serial, at).catch(() => 0)
    const answered = performance.now() - started
    const isNotified = status === 200 && (await Promise.race([arrival.then(() => true), after(patienceMs, false)]))
    const notifiedAfter = isNotified ? performance.now() - started : Number.POSITIVE_INFINITY
    times.push(notifiedAfter)
    console.error(
      `reading ${times.length} of ${site.people.length}: ${status} in ${answered.toFixed()} ms, told in ${notifiedAfter.toFixed()} ms`,
    )
    await after(200)
  }
  stop.abort()
  await listening
  return times
}

const flood = async (data: Flood) => {
  const thread = new Worker(new URL('flooders.ts', import.meta.url), { workerData: data, execArgv: [] })
  return {
    answers: async () => {
      thread.postMessage('count', [])
      const [counted] = (await once(thread, 'message')) as [[string, number][]]
      return Object.fromEntries(counted.toSorted(([a], [b]) => a.localeCompare(b)))
    },
    end: () => thread.terminate(),
  }
}

/** One key, one account and 2,000 strangers flood the product at once, while people of another company are in danger. */
export const soakFlood = (folder: string): Promise<boolean> =>
  onOwnDatabase(folder, async (own, connect) => {
    const dataDir = join(folder, 'product')
    const port = await freePort()
    const env = { DATABASE_URL: own.url, JWT_SECRET: jwtSecret, TILE_URL: 'none' }
    const product = new Product({ dataDir, port, env })
    try {
      await product.ready()
      const context = await contextBeside(connect(), jwtSecret, dataDir)
      const { db, pool } = context
      const crowd = await fillCrowd(pool, crowdSize)
      const floodersLogin = await addBaseAdmin(pool, crowd)
      const flooder = await db.selectFrom('app_user').select('user_id').where('login_id', '=', floodersLogin).executeTakeFirstOrThrow()
      const site = await makeSite(db)
      const { headers } = await signInAs(context, site.leader.user_id)
      const calm = await timesToLeader(product.url, { ...site, people: site.people.slice(0, 10) }, headers)
      const began = performance.now()
      const flooding = await flood({
        port,
        bearer: `Bearer ${crowd.keyId}.${crowd.secret}`,
        account: (await signInAs(context, flooder.user_id)).headers.authorization,
        devices: crowdSize,
        strangers: Number(process.env['SOAK_STRANGERS'] ?? 2_000),
      })
      await after(warmUpMs)
      const times = await timesToLeader(product.url, site, headers)
      const seconds = (performance.now() - began) / 1_000
      const aSecond = Object.entries(await flooding.answers()).map(([what, count]) => `${what}: ${(count / seconds).toFixed(1)}`)
      console.error(`the flood was answered so often a second: ${aSecond.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`)
      await flooding.end()
      const inTime = times.filter((ms) => ms <= 1_000).length
      report('soak flood, level 3 of another site with its leader within a second', inTime, 'readings', times.length)
      report('soak flood, level 3 of another site with its leader, median, of calm', percentile(times, 0.5), 'ms', percentile(calm, 0.5))
      report('soak flood, level 3 of another site with its leader, p99, of calm', percentile(times, 0.99), 'ms', percentile(calm, 0.99))
      report('soak flood, resident memory', product.residentMegabytes, 'MB')
      return inTime >= Math.floor(times.length * 0.99) && product.starts === 1
    } finally {
      await product.stop()
    }
  })
