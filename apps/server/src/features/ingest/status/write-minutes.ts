import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { SenderMinute } from './received-counts.ts'

// Rows are written in the order of their keys and tables in one order, so that two processes do not wait for each other.
const addTo = (table: 'ingest_count' | 'ingest_hour', time: 'minute' | 'hour') => ({
  name: `ingest-add-to-${time}s`,
  text: `
    insert into ${table} as c (company_id, office_id, ${time}, key_id, outcome, reason, readings)
    select $1, x.office_id, x.began_at, x.key_id, x.outcome, x.reason, x.readings
      from unnest($2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::int[])
             as x (office_id, began_at, key_id, outcome, reason, readings)
     order by x.office_id, x.began_at, x.key_id, x.outcome, x.reason
    on conflict (company_id, office_id, ${time}, key_id, outcome, reason) do update set readings = c.readings + excluded.readings`,
})
const addToMinutes = addTo('ingest_count', 'minute')
const addToHours = addTo('ingest_hour', 'hour')
const noteSenders = {
  name: 'ingest-note-senders',
  text: `
    insert into ingest_sender as s (company_id, office_id, key_id, last_at, via)
    select $1, x.office_id, x.key_id, x.last_at, x.via
      from unnest($2::int[], $3::text[], $4::timestamptz[], $5::text[]) as x (office_id, key_id, last_at, via)
     order by x.office_id, x.key_id
    on conflict (company_id, office_id, key_id) do update set last_at = excluded.last_at, via = excluded.via
     where s.last_at < excluded.last_at`,
}
const minuteMs = 60_000
const hourMs = 3_600_000

type Counted = {
  readonly officeId: number
  readonly keyId: string
  readonly at: number
  readonly outcome: string
  readonly reason: string
  readings: number
}

/** What was counted, by what became of it, in minutes or hours of so many ms. */
const countedIn = (minutes: readonly SenderMinute[], spanMs: number): Counted[] => {
  const counted = new Map<string, Counted>()
  for (const { officeId, keyId, minute, accepted, duplicates, refused } of minutes) {
    const at = minute - (minute % spanMs)
    const add = (outcome: string, reason: string, readings: number) => {
      if (readings === 0) return
      const key = [keyId, at, outcome, reason].join('\0')
      const known = counted.get(key)
      if (known === undefined) counted.set(key, { officeId, keyId, at, outcome, reason, readings })
      else known.readings += readings
    }
    add('accepted', '', accepted)
    add('duplicate', '', duplicates)
    for (const [reason, readings] of refused) add('refused', reason, readings)
  }
  return [...counted.values()]
}

const valuesOf = (companyId: number, counted: readonly Counted[]) => [
  companyId,
  arrayOf(counted, ({ officeId }) => officeId),
  arrayOf(counted, ({ at }) => instantOf(at)),
  arrayOf(counted, ({ keyId }) => keyId),
  arrayOf(counted, ({ outcome }) => outcome),
  counted.map(({ reason }) => reason),
  arrayOf(counted, ({ readings }) => readings),
]

/** Adds what came from each sender in its minutes and hours, and notes when its latest message came. */
export const writeMinutes = async (client: PoolClient, companyId: number, minutes: readonly SenderMinute[]): Promise<void> => {
  const counted = countedIn(minutes, minuteMs)
  if (counted.length > 0) {
    await client.query({ ...addToMinutes, values: valuesOf(companyId, counted) })
    await client.query({ ...addToHours, values: valuesOf(companyId, countedIn(minutes, hourMs)) })
  }
  // Where a minute has just begun there are two of a sender.
  const latest = [...new Map(minutes.toSorted((one, other) => one.lastAt - other.lastAt).map((minute) => [minute.keyId, minute])).values()]
  await client.query({
    ...noteSenders,
    values: [
      companyId,
      arrayOf(latest, ({ officeId }) => officeId),
      arrayOf(latest, ({ keyId }) => keyId),
      arrayOf(latest, ({ lastAt }) => instantOf(lastAt)),
      arrayOf(latest, ({ via }) => via),
    ],
  })
}
