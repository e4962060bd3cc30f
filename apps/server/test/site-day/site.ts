import { aliveJob } from '../../src/features/alerts/silence/alive-job.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../src/shared/organisation/test-factories.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import type { createTestApp } from '../../src/test-app.ts'
import { dead, gateways, handOverAt, handOvers, heartRateAt, people, staff } from './people.ts'

type Product = Awaited<ReturnType<typeof createTestApp>>

const midnight = Date.parse('2026-07-20T00:00:00+09:00')

/** The instant of a minute of the day. */
export const instantOf = (minute: number): Date => new Date(midnight + minute * 60_000)

/** A site with 120 people and two more to take over a tag, eight gateways and a watcher. */
export const openSite = async (product: Product) => {
  const { ask, time } = product
  const { db } = product.context
  time.now = instantOf(0)
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const hubs: { serial: string }[] = []
  for (let n = 0; n < gateways; n++) hubs.push(await makeDevice(db, 'gateway', office.office_id, { linked_device_id: watcher.device_id }))
  const userIds: number[] = []
  const tags: { device_id: number; serial: string }[] = []
  for (let number = 0; number < people + handOvers.length; number++) {
    const worker = staff[number]
    const born = `${2026 - (worker?.ageYears ?? 30)}-01-01`
    const { user_id } = await makeUser(db, 'User', office, { date_of_birth: born })
    userIds.push(user_id)
    if (worker === undefined) continue
    const tag = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, user_id, tag.device_id)
    tags.push(tag)
  }

  const batches: object[] = []

  /** What the gateways send at a minute. */
  const readingsAt = (minute: number): object[] => {
    const at = instantOf(minute).toISOString()
    const isDead = minute >= dead.from && minute < dead.to
    const sent: object[] = hubs.flatMap(({ serial }, gateway) =>
      isDead && gateway === dead.gateway ? [] : [{ kind: 'gateway', device: serial, at, waveLevel: 4 }],
    )
    if (minute % 5 === 0) sent.push({ kind: 'heat', device: watcher.serial, at, wbgt: 23 + 3 * Math.sin((minute - 480) / 190) })
    for (const worker of staff) {
      const heartRate = heartRateAt(worker, minute)
      if (heartRate === undefined) continue
      const device = tags[worker.number]?.serial
      const reading = { kind: 'vital', device, at, heartRate, interval: 1, battery: 4, gateway: hubs[worker.gateway]?.serial }
      if (isDead && worker.gateway === dead.gateway) batches.push(reading)
      else sent.push(reading)
    }
    return isDead ? sent : [...batches.splice(0), ...sent]
  }

  const handOver = async () => {
    for (const { from, to } of handOvers) {
      const tag = tags[from]
      const userId = userIds[to]
      if (tag === undefined || userId === undefined) throw new RangeError('nobody takes over')
      await db
        .updateTable('wear')
        .set({ worn_to: instantOf(handOverAt) })
        .where('wear.device_id', '=', tag.device_id)
        .execute()
      await makeWear(db, userId, tag.device_id, { worn_from: instantOf(handOverAt) })
    }
  }

  return {
    office,
    userIds,
    /** Lets a minute of the day pass: what is sent, and the jobs of the minute. */
    passMinute: async (minute: number) => {
      time.now = instantOf(minute)
      if (minute === handOverAt) await handOver()
      const { status, body } = await ask('POST', '/api/ingest', {
        headers: { authorization: bearer },
        payload: { readings: readingsAt(minute) },
      })
      const { rejected } = body as { rejected: unknown[] }
      if (status !== 200 || rejected.length > 0) throw new Error(`minute ${minute}: ${status} ${JSON.stringify(rejected.slice(0, 3))}`)
      await takeTurn(product.context, aliveJob)
    },
    /** The alerts of the site so far. */
    alerts: () =>
      db
        .selectFrom('alert')
        .select(['alert.kind', 'alert.user_id', 'alert.peak_level', 'alert.started_at', 'alert.ended_at', 'alert.cause', 'alert.ending'])
        .where('alert.office_id', '=', office.office_id)
        .orderBy('alert.alert_id')
        .execute(),
  }
}
