import type { AlertKind, Outcome } from '@mimamori/contract'
import { sql } from 'kysely'
import { shownValue } from '../../alerts/episodes/peak-values.ts'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'
import type { Span } from '../../../shared/monitoring/summaries/read.ts'
import type { Reason } from '../../../shared/monitoring/reasons/reason-text.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'

/** An episode as the figures of a site need it. */
export type Episode = {
  readonly id: number
  readonly kind: AlertKind
  /** The highest level it had. */
  readonly level: number | null
  readonly late: boolean
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly outcome: Outcome | null
  /** The group at the time, whose name stays when the group goes. */
  readonly groupId: number | null
  readonly groupName: string | null
  readonly deviceId: number | null
  readonly heatPoint: string | null
  /** When it rose to level 2 or above; null where its history does not say. */
  readonly roseAt: Date | null
  /** When it came to level 3, and the heart rate at its highest level; null where its history does not say. */
  readonly dangerAt: Date | null
  readonly heartRate: number | null
  readonly userId: number | null
  /** What people did about it, in order, by their times and kinds. */
  readonly answeredAt: readonly Date[]
  readonly answers: readonly string[]
}

// Only of these an answer and a rest are counted. A large site has thousands of others in a month, whose histories are not read.
const asksAnswer = sql`(${isEmergency} or (a.kind in ('condition', 'siteHeat') and coalesce(a.peak_level, a.level) >= 2))`

const ofSpan = ({ companyId, officeId }: OfficeKey, { from, to }: Span) => sql`
  a.company_id = ${companyId} and a.office_id = ${officeId} and a.started_at >= ${from} and a.started_at < ${to} and not a.drill and not a.withdrawn`

/** What of episodes says how grave they were, of those of a site that began in a span, as `readEpisodesOf` finds them. */
export const readGrades = async (db: Db, office: OfficeKey, span: Span): Promise<Pick<Episode, 'kind' | 'level'>[]> => {
  const { rows } = await sql<Pick<Episode, 'kind' | 'level'>>`
    select a.kind, coalesce(a.peak_level, a.level) as level from alert a where ${ofSpan(office, span)}`.execute(db)
  return rows
}

/**
 * The episodes of a site that began in a span, in order; neither drills nor what was withdrawn. The history of an episode that asks nobody
 * for an answer (below level 2, or of a device) is left out.
 */
export const readEpisodesOf = async (db: Db, office: OfficeKey, span: Span): Promise<Episode[]> => {
  const { companyId } = office
  const { rows } = await sql<Episode>`
    select a.alert_id as id, a.kind, coalesce(a.peak_level, a.level) as level, a.late, a.started_at as "startedAt", a.ended_at as "endedAt",
           a.outcome, a.group_id as "groupId", a.group_name as "groupName", a.device_id as "deviceId", a.wbgt_point as "heatPoint",
           history."roseAt", history."dangerAt", history."heartRate", a.user_id as "userId", history."answeredAt", history.answers
      from alert a
     cross join lateral (
       select min(e.at) filter (where e.event in ('opened', 'raised') and e.level >= 2) as "roseAt",
              min(e.at) filter (where e.event in ('opened', 'raised') and e.level >= 3) as "dangerAt",
              (array_agg(e.heart_rate order by e.level desc nulls last, e.at) filter (where e.event in ('opened', 'raised') and e.heart_rate is not null))[1] as "heartRate",
              coalesce(array_agg(e.at order by e.at, e.event_id) filter (where answers), '{}') as "answeredAt",
              coalesce(array_agg(e.event order by e.at, e.event_id) filter (where answers), '{}') as answers
         from (select e.*, e.event in ('acknowledged', 'responding', 'closed') and num_nonnulls(e.user_id, e.user_name) > 0 as answers
                 from alert_event e
                where e.company_id = a.company_id and e.company_id = ${companyId} and e.alert_id = a.alert_id and ${asksAnswer}) e) history
     where ${ofSpan(office, span)}
     order by a.started_at, a.alert_id`.execute(db)
  return rows
}

/** An emergency as the report shows it: who, and why. */
export type EmergencyRow = {
  readonly id: number
  readonly fullName: string | null
  readonly withdrewConsent: boolean
  readonly cause: string
  readonly reason: Reason | null
  readonly excess: number | null
  readonly calledAt: Date | null
}

/** What the report shows of the emergencies among a site's episodes. */
export const readEmergencies = async (db: Db, { companyId, officeId }: OfficeKey, ids: readonly number[]): Promise<EmergencyRow[]> => {
  const { rows } = await sql<EmergencyRow>`
    select a.alert_id as id, a.full_name as "fullName", u.consent_withdrawn_at is not null as "withdrewConsent", a.cause,
           ${shownValue('reason')} as reason, ${shownValue('excess')} as excess,
           a.called_at as "calledAt"
      from alert a left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id
     where a.company_id = ${companyId} and a.office_id = ${officeId} and a.alert_id = any(${[...ids]}::int[])`.execute(db)
  return rows
}
