import { aliveJob } from '../../src/features/alerts/silence/alive-job.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../src/shared/organisation/test-factories.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import type { createTestApp } from '../../src/test-app.ts'
import { bornOn, cast, heartRateAt, lengthMinutes, type Person, sendingsOf } from './script.ts'

type Product = Awaited<ReturnType<typeof createTestApp>>

const begin = Date.parse('2026-07-20T09:00:00+09:00')
const instantOf = (minute: number) => new Date(begin + minute * 60_000)
const handedOverAt = 120

/** An episode of a person, times in minutes of the script. */
export type PersonEpisode = {
  readonly person: number
  readonly kind: string
  readonly peak: number | null
  readonly from: number
  readonly to: number | null
  readonly ending: string | null
}

/** Lets the script happen at a site of its own, and returns the notices about its people. */
export const playScript = async (product: Product, isTidy: boolean): Promise<PersonEpisode[]> => {
  const { ask, time } = product
  const { db } = product.context
  time.now = instantOf(-60)
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const gateway = await makeDevice(db, 'gateway', office.office_id)
  const people: { person: Person; userId: number; tag: { device_id: number; serial: string } }[] = []
  for (const person of cast) {
    const { user_id } = await makeUser(db, 'User', office, { date_of_birth: bornOn })
    const tag = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, user_id, tag.device_id)
    people.push({ person, userId: user_id, tag })
  }

  const handOver = async () => {
    for (const { person, userId, tag } of people.filter((one) => one.person.manner === 'handedOver')) {
      const other = await makeUser(db, 'User', office, { date_of_birth: bornOn })
      await db
        .updateTable('wear')
        .set({ worn_to: instantOf(handedOverAt) })
        .where('wear.user_id', '=', userId)
        .execute()
      await makeWear(db, other.user_id, tag.device_id, { worn_from: instantOf(handedOverAt) })
      people.push({ person: { ...person, number: person.number + 1_000 }, userId: other.user_id, tag })
    }
  }

  const sendings = people.flatMap(({ person, tag }) =>
    Array.from({ length: lengthMinutes }, (_, minute) =>
      sendingsOf(person, minute, isTidy).map((sent) => ({
        sentAt: sent.sentAt,
        reading: {
          kind: 'vital',
          device: tag.serial,
          at: instantOf(sent.minute + sent.ahead).toISOString(),
          heartRate: heartRateAt(person, sent.minute),
          gateway: gateway.serial,
          ...(sent.saysInterval ? { interval: 1 } : {}),
        },
      })),
    ).flat(),
  )
  const ofMinute = Map.groupBy(sendings, ({ sentAt }) => sentAt)
  for (let minute = 0; minute <= lengthMinutes + 45; minute++) {
    time.now = instantOf(minute)
    if (minute === handedOverAt) await handOver()
    const readings = (ofMinute.get(minute) ?? []).map(({ reading }) => reading)
    if (readings.length > 0) {
      const { status, body } = await ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })
      const { rejected } = body as { rejected: unknown[] }
      if (status !== 200 || rejected.length > 0) throw new Error(`minute ${minute}: ${status} ${JSON.stringify(rejected.slice(0, 3))}`)
    }
    if (minute % 5 === 0) await takeTurn(product.context, aliveJob)
  }

  const numberOf = new Map(people.map(({ person, userId }) => [userId, person.number]))
  const minuteOf = (at: Date) => Math.round((at.getTime() - begin) / 60_000)
  const rows = await db
    .selectFrom('alert')
    .select(['alert.user_id', 'alert.kind', 'alert.peak_level', 'alert.started_at', 'alert.ended_at', 'alert.ending'])
    .where('alert.office_id', '=', office.office_id)
    .where('alert.kind', 'in', ['condition', 'emergency', 'noHeartRate'])
    .execute()
  return rows
    .map((row) => ({
      person: numberOf.get(row.user_id ?? 0) ?? -1,
      kind: row.kind,
      peak: row.peak_level,
      from: minuteOf(row.started_at),
      to: row.ended_at === null ? null : minuteOf(row.ended_at),
      ending: row.ending,
    }))
    .toSorted((one, other) => one.person - other.person || one.from - other.from || one.kind.localeCompare(other.kind))
}
