import type { IngestSender } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { lastDayBefore, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

const minuteMs = 60_000
const shownMinutes = 60

/** A key or connection as it is kept, and when and by which way it sent last. */
export type SenderRow = Pick<IngestSender, 'id' | 'name' | 'type' | 'trial' | 'via'> & {
  readonly revokedAt: Date | null
  /** The instant from which a key is no longer good. */
  readonly endsAt: Date | null
  readonly lastAt: Date | null
}

/** Of a sender: the minutes in which it sent, counted from the first that is shown, and the readings of each. */
type MinutesRow = { readonly key_id: string; readonly places: readonly number[]; readonly readings: readonly number[] }
type DayRow = { readonly key_id: string; readonly outcome: string; readonly reason: string; readonly readings: number }

/** The keys of an office, revoked ones too, its connections and those that were deleted lately; each in the order in which they were made. */
export const findSenders = async (db: Db, { companyId, officeId }: OfficeKey): Promise<SenderRow[]> => {
  const { rows } = await sql<SenderRow>`
    select k.key_id as id, k.name, 'key' as type, k.is_trial as trial, k.revoked_at as "revokedAt", k.ends_at as "endsAt",
           r.last_at as "lastAt", r.via
      from ingest_key k
      left join ingest_sender r on r.company_id = ${companyId} and r.office_id = ${officeId} and r.key_id = k.key_id
     where k.company_id = ${companyId} and k.office_id = ${officeId}
     order by k.created_at, k.key_id`.execute(db)
  const connections = await sql<SenderRow>`
    select n.connection_id as id, n.name, n.type, false as trial, null::timestamptz as "revokedAt",
           null::timestamptz as "endsAt", r.last_at as "lastAt", r.via
      from connection n
      left join ingest_sender r on r.company_id = ${companyId} and r.office_id = ${officeId} and r.key_id = n.connection_id
     where n.company_id = ${companyId} and n.office_id = ${officeId}
     order by n.created_at, n.connection_id`.execute(db)
  const deleted = await sql<SenderRow>`
    select r.key_id as id, r.name, r.type, false as trial, r.deleted_at as "revokedAt", null::timestamptz as "endsAt",
           r.last_at as "lastAt", r.via
      from ingest_sender r
     where r.company_id = ${companyId} and r.office_id = ${officeId} and r.deleted_at is not null
     order by r.deleted_at, r.key_id`.execute(db)
  return [...rows, ...connections.rows, ...deleted.rows]
}

/** What keys and connections are called, by their id. */
export const namesOf = (senders: readonly SenderRow[]): ((keyId: string) => string) => {
  const names = new Map(senders.map(({ id, name }) => [id, name]))
  return (keyId) => names.get(keyId) ?? keyId
}

// A row a sender: a hundred senders have six thousand minutes.
const minutesOf = async (db: Db, { companyId, officeId }: OfficeKey, from: Date): Promise<Map<string, MinutesRow>> => {
  const { rows } = await sql<MinutesRow>`
    select m.key_id, array_agg(m.place) as places, array_agg(m.readings) as readings
      from (select c.key_id, ((extract(epoch from c.minute) - ${from.getTime() / 1_000}::float8) / 60)::int as place, sum(c.readings)::int as readings
              from ingest_count c
             where c.company_id = ${companyId} and c.office_id = ${officeId} and c.minute >= ${from}
             group by c.key_id, c.minute) m
     group by m.key_id`.execute(db)
  return new Map(rows.map((row) => [row.key_id, row]))
}

const hourMs = 60 * minuteMs

/** The readings since a time by what became of them: of its whole hours, and of the minutes before those. */
const daysOf = async (db: Db, { companyId, officeId }: OfficeKey, from: Date): Promise<DayRow[]> => {
  const firstHour = new Date(Math.ceil(from.getTime() / hourMs) * hourMs)
  const { rows } = await sql<DayRow>`
    select c.key_id, c.outcome, c.reason, sum(c.readings)::int as readings
      from (select h.key_id, h.outcome, h.reason, h.readings
              from ingest_hour h
             where h.company_id = ${companyId} and h.office_id = ${officeId} and h.hour >= ${firstHour}
             union all
            select m.key_id, m.outcome, m.reason, m.readings
              from ingest_count m
             where m.company_id = ${companyId} and m.office_id = ${officeId} and m.minute >= ${from} and m.minute < ${firstHour}) c
     group by c.key_id, c.outcome, c.reason
     order by readings desc, c.reason`.execute(db)
  return rows
}

/** The readings of each of the shown minutes. */
const perMinute = (row: MinutesRow | undefined): number[] => {
  const shown = Array.from({ length: shownMinutes }, () => 0)
  row?.places.forEach((place, index) => {
    if (place < shownMinutes) shown[place] = row.readings[index] ?? 0
  })
  return shown
}

const sumOf = (rows: readonly DayRow[], outcome: string): number =>
  rows.reduce((sum, row) => (row.outcome === outcome ? sum + row.readings : sum), 0)

type Sent = {
  readonly keys: IngestSender[]
  /** Readings of the working day of all senders but trial keys, also of one that is no longer known. */
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
}

/**
 * What each sender sent in the last hour and in the working day that began at `dayFrom`. One that is revoked or ended is left out where it
 * sent nothing in that day.
 */
export const countSenders = async (db: Db, office: OfficeKey, senders: readonly SenderRow[], dayFrom: Date, now: Date): Promise<Sent> => {
  const firstMinute = now.getTime() - (now.getTime() % minuteMs) - (shownMinutes - 1) * minuteMs
  const minutes = await minutesOf(db, office, new Date(firstMinute))
  const rows = await daysOf(db, office, dayFrom)
  const days = Map.groupBy(rows, ({ key_id }) => key_id)
  const trials = new Set(senders.flatMap(({ id, trial }) => (trial ? [id] : [])))
  const counted = rows.filter(({ key_id }) => !trials.has(key_id))
  const keys = senders
    .map((sender) => ({ ...sender, isEnded: sender.endsAt !== null && sender.endsAt <= now }))
    .filter(({ id, revokedAt, isEnded }) => (revokedAt === null && !isEnded) || days.has(id))
    .map(({ revokedAt, endsAt, lastAt, ...sender }) => {
      const day = days.get(sender.id) ?? []
      return {
        ...sender,
        revokedAt: toJapanIsoOrNull(revokedAt),
        endsOn: endsAt === null ? null : lastDayBefore(endsAt),
        lastAt: toJapanIsoOrNull(lastAt),
        perMinute: perMinute(minutes.get(sender.id)),
        accepted: sumOf(day, 'accepted'),
        duplicates: sumOf(day, 'duplicate'),
        rejected: day.flatMap(({ outcome, reason, readings: count }) => (outcome === 'refused' ? [{ reason, count }] : [])),
      }
    })
  return {
    keys,
    accepted: sumOf(counted, 'accepted'),
    duplicates: sumOf(counted, 'duplicate'),
    rejected: sumOf(counted, 'refused'),
  }
}
