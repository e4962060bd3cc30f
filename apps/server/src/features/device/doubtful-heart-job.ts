import { areDifferent, type DayOfHeart, isNarrowDay, NARROW_WITHIN_DAYS } from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import { daysFromTo, japanDay, japanDayBefore, japanDayRange } from '../../platform/japan-time.ts'
import type { Recurring } from '../../platform/database/recurring.ts'

/** Devices whose day is read at once: some 70,000 minutes. */
const devicesAtOnce = 50

type Doubt = { readonly deviceId: number; readonly userId: number; readonly kind: 'narrow' | 'different' }
/** What a device measured of a person on a day. */
type Worn = { readonly deviceId: number; readonly userId: number; readonly day: DayOfHeart }

const vitalDevices = `select d.device_id from device d where d.company_id = $1 and d.kind = 'vital' order by d.device_id`

// Minutes since 1970, and in each the median of its valid heart rates.
const daysOfDevices = `
  select m.device_id, m.user_id, array_agg(m.minute order by m.minute) as minutes,
         array_agg(m.bpm order by m.minute) as beats, max(m.said) as said_minutes
    from (select r.device_id, r.user_id, floor(extract(epoch from r.at) / 60)::int as minute,
                 percentile_cont(0.5) within group (order by r.heart_rate) as bpm, max(r.interval_minutes)::float8 as said
            from reading r
           where r.company_id = $1 and r.device_id = any($2::int[]) and r.at >= $3 and r.at < $4
             and r.user_id is not null and r.heart_rate between 30 and 240
           group by 1, 2, 3) m
   group by 1, 2 order by 1, 2`

const forget = `delete from doubtful_heart h where h.company_id = $1 and h.day = $2`
const remember = `
  insert into doubtful_heart (company_id, device_id, day, user_id, kind)
  select $1, x."deviceId", $2, x."userId", x.kind from json_to_recordset($3::json) as x ("deviceId" int, "userId" int, kind text)`
const forgetOld = `delete from doubtful_heart h where h.company_id = $1 and h.day < $2`
const countedOn = `select c.counted_on::text as day from doubtful_heart_count c where c.company_id = $1`
const markCounted = `
  insert into doubtful_heart_count (company_id, counted_on) values ($1, $2)
  on conflict (company_id) do update set counted_on = excluded.counted_on`

type Row = { device_id: number; user_id: number; minutes: number[]; beats: number[]; said_minutes: number | null }

const wornOf = ({ device_id: deviceId, user_id: userId, minutes, beats, said_minutes: saidMinutes }: Row): Worn => ({
  deviceId,
  userId,
  day: { values: minutes.map((minute, index) => ({ minute, bpm: beats[index] ?? 0 })), saidMinutes },
})

const readDays = async (client: PoolClient, companyId: number, deviceIds: readonly number[], day: string): Promise<Worn[]> => {
  const { from, to } = japanDayRange(day)
  const { rows } = await client.query<Row>(daysOfDevices, [companyId, arrayOf(deviceIds, (id) => id), from, to])
  return rows.map(wornOf)
}

/** The devices of one person that differ from another device of the same person. */
const differentOnes = (worn: readonly Worn[]): Doubt[] =>
  worn
    .filter((one) => worn.some((other) => other.deviceId !== one.deviceId && areDifferent(one.day, other.day)))
    .map(({ deviceId, userId }) => ({ deviceId, userId, kind: 'different' }))

const doubtsOfDay = async (client: PoolClient, companyId: number, day: string): Promise<Doubt[]> => {
  const { rows } = await client.query<{ device_id: number }>(vitalDevices, [companyId])
  const doubts: Doubt[] = []
  const devicesOf = new Map<number, number[]>()
  for (let from = 0; from < rows.length; from += devicesAtOnce) {
    const some = rows.slice(from, from + devicesAtOnce).map(({ device_id: id }) => id)
    for (const { deviceId, userId, day: measured } of await readDays(client, companyId, some, day)) {
      devicesOf.set(userId, [...(devicesOf.get(userId) ?? []), deviceId])
      if (isNarrowDay(measured)) doubts.push({ deviceId, userId, kind: 'narrow' })
    }
  }
  // Few wear two on a day: what these measured is read again.
  for (const [userId, deviceIds] of devicesOf) {
    if (deviceIds.length < 2) continue
    const worn = await readDays(client, companyId, deviceIds, day)
    doubts.push(...differentOnes(worn.filter((one) => one.userId === userId)))
  }
  return doubts
}

/** Two days: what came up to a day late counts on the second turn. After a pause all that were missed, up to those that still count. */
const daysToCount = async (client: PoolClient, companyId: number, now: Date): Promise<string[]> => {
  const { rows } = await client.query<{ day: string }>(countedOn, [companyId])
  const [earliest, usual] = [japanDayBefore(now, NARROW_WITHIN_DAYS), japanDayBefore(now, 2)]
  const counted = rows[0]?.day
  const missed = counted === undefined ? usual : japanDayBefore(japanDayRange(counted).from, 1)
  const from = missed < usual ? missed : usual
  return daysFromTo(from < earliest ? earliest : from, japanDayBefore(now, 1))
}

const countCompany = async (client: PoolClient, companyId: number, now: Date): Promise<void> => {
  for (const day of await daysToCount(client, companyId, now)) {
    const doubts = await doubtsOfDay(client, companyId, day)
    await client.query(forget, [companyId, day])
    await client.query(remember, [companyId, day, JSON.stringify(doubts)])
  }
  await client.query(forgetOld, [companyId, japanDayBefore(now, NARROW_WITHIN_DAYS + 1)])
  await client.query(markCounted, [companyId, japanDay(now)])
}

/**
 * Counts at the start of each day in Japan on which of the days before the heart rates of a vital device gave reason to doubt them. Each
 * company is one transaction that replaces its days: a turn that is killed is done again, with the same result.
 */
export const doubtfulHeartJob: Recurring = {
  name: 'doubtful-heart',
  everySeconds: 600,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const withWork = companiesOf(
      'device',
      'd',
      sql`d.kind = 'vital' and not exists (
        select from doubtful_heart_count c where c.company_id = d.company_id and c.counted_on >= ${japanDay(now)}::date)`,
    )
    await eachCompany(context, client, withWork, (companyId) => countCompany(client, companyId, now))
  },
}
