import type { IngestSender, IngestWay, SenderType } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { lastDayBefore, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

const minuteMs = 60_000
const shownMinutes = 60

/** A key or connection as it is kept, and when and by which way it sent last. */
type SenderRow = {
  readonly id: string
  readonly name: string
  readonly type: SenderType
  readonly trial: boolean
  readonly revokedAt: Date | null
  /** The instant from which a key is no longer good. */
  readonly endsAt: Date | null
  readonly lastAt: Date | null
  readonly via: IngestWay | null
}

type MinuteRow = { readonly keyId: string; readonly minute: Date; readonly readings: number }
type DayRow = { readonly keyId: string; readonly outcome: string; readonly reason: string; readonly readings: number }

/** The keys of an office, revoked ones too, and its connections; each in the order in which they were made. */
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
  return [...rows, ...connections.rows]
}

const minutesOf = async (db: Db, { companyId, officeId }: OfficeKey, from: Date): Promise<Map<string, MinuteRow[]>> => {
  const { rows } = await sql<MinuteRow>`
    select c.key_id as "keyId", c.minute, sum(c.readings)::int as readings
      from ingest_count c
     where c.company_id = ${companyId} and c.office_id = ${officeId} and c.minute >= ${from}
     group by c.key_id, c.minute`.execute(db)
  return Map.groupBy(rows, ({ keyId }) => keyId)
}

const daysOf = async (db: Db, { companyId, officeId }: OfficeKey, from: Date): Promise<Map<string, DayRow[]>> => {
  const { rows } = await sql<DayRow>`
    select c.key_id as "keyId", c.outcome, c.reason, sum(c.readings)::int as readings
      from ingest_count c
     where c.company_id = ${companyId} and c.office_id = ${officeId} and c.minute >= ${from}
     group by c.key_id, c.outcome, c.reason
     order by readings desc, c.reason`.execute(db)
  return Map.groupBy(rows, ({ keyId }) => keyId)
}

/** The readings of each of the shown minutes, of which the first begins at `from` (epoch ms). */
const perMinute = (rows: readonly MinuteRow[], from: number): number[] => {
  const shown = Array.from({ length: shownMinutes }, () => 0)
  for (const { minute, readings } of rows) {
    const index = (minute.getTime() - from) / minuteMs
    if (index < shownMinutes) shown[index] = readings
  }
  return shown
}

const sumOf = (rows: readonly DayRow[], outcome: string): number =>
  rows.reduce((sum, row) => (row.outcome === outcome ? sum + row.readings : sum), 0)

/**
 * What each sender sent in the last hour and in the working day that began at `dayFrom`. One that is revoked or ended is left out where it
 * sent nothing in that day.
 */
export const countSenders = async (
  db: Db,
  office: OfficeKey,
  senders: readonly SenderRow[],
  dayFrom: Date,
  now: Date,
): Promise<IngestSender[]> => {
  const firstMinute = now.getTime() - (now.getTime() % minuteMs) - (shownMinutes - 1) * minuteMs
  const [minutes, days] = [await minutesOf(db, office, new Date(firstMinute)), await daysOf(db, office, dayFrom)]
  return senders
    .map((sender) => ({ ...sender, isEnded: sender.endsAt !== null && sender.endsAt <= now }))
    .filter(({ id, revokedAt, isEnded }) => (revokedAt === null && !isEnded) || days.has(id))
    .map(({ revokedAt, endsAt, lastAt, ...sender }) => {
      const day = days.get(sender.id) ?? []
      return {
        ...sender,
        revokedAt: toJapanIsoOrNull(revokedAt),
        endsOn: endsAt === null ? null : lastDayBefore(endsAt),
        lastAt: toJapanIsoOrNull(lastAt),
        perMinute: perMinute(minutes.get(sender.id) ?? [], firstMinute),
        accepted: sumOf(day, 'accepted'),
        duplicates: sumOf(day, 'duplicate'),
        rejected: day.flatMap(({ outcome, reason, readings: count }) => (outcome === 'refused' ? [{ reason, count }] : [])),
      }
    })
}
