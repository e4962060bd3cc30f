import type { AlertTrial } from '@mimamori/contract'
import { graveOutcomes } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { GraveAlert } from './compare-notices.ts'
import type { RealEmergency } from './replay-person.ts'
import type { TrialPerson } from './stored-readings.ts'

/** Instants, half open. */
export type TrialSpan = { readonly from: Date; readonly to: Date }

/** Who was measured at a site in a period, in the order of their numbers. */
export const findTrialPeople = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: TrialSpan): Promise<TrialPerson[]> => {
  const { rows } = await sql<TrialPerson>`
    select u.company_id as "companyId", u.user_id as "userId", u.office_id as "officeId"
      from app_user u
     where u.company_id = ${companyId} and exists (
       select from hourly_summary h
        where h.company_id = ${companyId} and h.user_id = u.user_id and h.office_id = ${officeId} and h.hour >= ${from} and h.hour < ${to}
          and h.heart_rate_count > 0)
     order by u.user_id`.execute(db)
  return rows
}

type GraveRow = {
  user_id: number
  kind: 'condition' | 'emergency'
  level: number | null
  outcome: NonNullable<AlertTrial['missed'][number]['outcome']>
  started_at: Date
  ended_at: Date | null
  was_notified: boolean
}

const lastsAtMostMs = 4 * 3_600_000

/** The alerts of people at a site after which they rested, went home or saw a doctor, by person. */
export const readGraveAlerts = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { from, to }: TrialSpan,
): Promise<Map<number, GraveAlert[]>> => {
  const { rows } = await sql<GraveRow>`
    select a.user_id, a.kind, coalesce(a.peak_level, a.level) as level, a.outcome, a.started_at,
           a.ended_at,
           exists (select from alert_notice n
                    where n.company_id = ${companyId} and n.alert_id = a.alert_id and n.channel <> 'none') as was_notified
      from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and a.started_at >= ${from} and a.started_at < ${to}
       and a.user_id is not null and a.kind in ('condition', 'emergency') and a.cause <> 'call'
       and a.outcome = any(${[...graveOutcomes]}::text[]) and not a.drill and not a.withdrawn
     order by a.started_at`.execute(db)
  const ofPeople = Map.groupBy(rows, ({ user_id: userId }) => userId)
  return new Map(
    [...ofPeople].map(([userId, own]) => [
      userId,
      own.map(({ started_at: startedAt, ended_at: endedAt, level, kind, outcome, was_notified: wasNotified }) => {
        const begun = startedAt.getTime()
        return { from: begun, to: endedAt?.getTime() ?? begun + lastsAtMostMs, kind, level: level ?? 0, outcome, wasNotified }
      }),
    ]),
  )
}

/** The emergencies of a person in a span, wherever they were. */
export const readEmergencies = async (db: Db, { companyId, userId }: TrialPerson, { from, to }: TrialSpan): Promise<RealEmergency[]> => {
  const { rows } = await sql<{ opened_at: Date; closed_at: Date | null }>`
    select a.started_at as opened_at, case when a.handling = 'closed' then a.handled_at end as closed_at
      from alert a
     where a.company_id = ${companyId} and a.user_id = ${userId} and a.kind = 'emergency' and a.started_at >= ${from} and a.started_at < ${to}
       and not a.drill and not a.withdrawn
     order by a.started_at`.execute(db)
  return rows.map(({ opened_at: openedAt, closed_at: closedAt }) => ({
    openedAt: openedAt.getTime(),
    closedAt: closedAt?.getTime() ?? null,
  }))
}
