import type { AnswerOf, ConditionReport, selfReport } from '@mimamori/contract'
import { sql } from 'kysely'
import type { AlertKey, OfficeKey, PersonKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'

/** The person who reports, with their site as it is now; undefined where they have none. */
export const personOfReport = async (db: Db, { companyId, userId }: Actor): Promise<(PersonKey & OfficeKey) | undefined> => {
  const { rows } = await sql<PersonKey & OfficeKey>`
    select u.company_id as "companyId", u.user_id as "userId", u.office_id as "officeId"
      from app_user u
     where u.company_id = ${companyId} and u.user_id = ${userId} and u.deleted_at is null and u.office_id is not null
       for no key update of u`.execute(db)
  return rows[0]
}

type ReportRow = Pick<ConditionReport, 'source' | 'state' | 'who' | 'signs' | 'note'> & {
  readonly report_id: number
  readonly place: string | null
  readonly done_at: Date
  readonly received_at: Date
}

/** The reports that an alert gathers, the newest first. */
export const reportsOfAlert = async (db: Db, { companyId, alertId }: AlertKey, limit: number): Promise<ConditionReport[]> => {
  const { rows } = await sql<ReportRow>`
    select r.report_id, r.source, r.state, r.who, r.place, r.signs, r.note, r.done_at, r.received_at
      from condition_report r
     where r.company_id = ${companyId} and r.alert_id = ${alertId}
     order by r.done_at desc, r.report_id desc limit ${limit}`.execute(db)
  return rows.map(({ report_id: id, place: where, done_at, received_at, ...report }) => ({
    ...report,
    id,
    where,
    at: toJapanIso(done_at),
    receivedAt: toJapanIso(received_at),
  }))
}

type Phones = Pick<AnswerOf<typeof selfReport.last>, 'leader' | 'sitePhone'>

type PhoneRow = { readonly leader_name: string | null; readonly leader_phone: string | null; readonly emergency_phone: string | null }

/** Whom somebody phones where a report does not arrive: the leader of their group, else the sub-leader, and the site. */
export const phonesOf = async (db: Db, { companyId, userId }: PersonKey): Promise<Phones> => {
  const { rows } = await sql<PhoneRow>`
    select leader.full_name as leader_name, leader.phone_number as leader_phone, o.emergency_phone
      from app_user u
      left join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join lateral (
        select l.full_name, l.phone_number from app_user l
         where l.company_id = ${companyId} and l.group_id = u.group_id and l.group_role in (1, 2) and l.deleted_at is null
           and l.phone_number is not null and l.user_id <> u.user_id
         order by l.group_role, l.user_id limit 1) leader on true
     where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  const [row] = rows
  const isKnown = row?.leader_name != null && row.leader_phone !== null
  return {
    leader: isKnown ? { fullName: row.leader_name ?? '', phone: row.leader_phone ?? '' } : null,
    sitePhone: row?.emergency_phone ?? null,
  }
}
