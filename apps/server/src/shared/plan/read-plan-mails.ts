import type { Plan } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { japanDayBefore, japanDayRange, toJapanIso } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../organisation/keys.ts'

type Row = {
  readonly kind: 'planTomorrow' | 'planToday'
  readonly at: Date
  readonly is_sent: boolean
  readonly is_failed: boolean
  /** It waits for the forecast, and is tried again. */
  readonly is_waiting: boolean
  readonly sent_to: number | null
  readonly people: number
}

/** So long after its time a plan that is not sent yet counts as planned: the job looks each ten seconds. */
const lateMs = 600_000

const answerOf = (
  { kind, at, is_sent: isSent, is_failed: isFailed, is_waiting: isWaiting, sent_to: sentTo, people }: Row,
  now: Date,
): Plan['mails'] => {
  const isPlanned = isWaiting || at.getTime() + lateMs > now.getTime()
  if (!isSent && !isFailed && !isPlanned) return []
  const state = isSent ? 'sent' : isFailed && !isWaiting ? 'failed' : 'planned'
  return [
    {
      kind: kind === 'planTomorrow' ? 'evening' : 'morning',
      at: toJapanIso(at),
      state,
      recipients: isSent ? (sentTo ?? people) : people,
    },
  ]
}

/**
 * When the plan of a day goes out by the site's scheduled reports, or did, and to how many: those of the day before in the evening, and
 * of the day itself in the morning. Of those to come it counts addresses and people of the roles who have one.
 */
export const readPlanMails = async (db: Db, { companyId, officeId }: OfficeKey, date: string, now: Date): Promise<Plan['mails']> => {
  const evening = japanDayBefore(japanDayRange(date).from, 1)
  const turn = sql`(case when s.kind = 'planTomorrow' then ${evening}::date else ${date}::date end)`
  const { rows } = await sql<Row>`
    select s.kind, (${turn} + s.sends_at) at time zone 'Asia/Tokyo' as at, s.sent_to,
           coalesce(s.done_on = ${turn} and s.problem is null and s.sent_at is not null, false) as is_sent,
           coalesce(s.problem like '% ' || to_char(${turn}, 'YYYY-MM-DD'), false) as is_failed,
           coalesce(s.problem in ('unreached ' || to_char(${turn}, 'YYYY-MM-DD'), 'notYet ' || to_char(${turn}, 'YYYY-MM-DD'))
                    and s.retry_at > ${new Date(now.getTime() - lateMs)}::timestamptz, false) as is_waiting,
           (select count(distinct x.address)::int
              from (select lower(g.address) as address from unnest(s.addresses) g (address)
                    union all
                    select lower(u.email) from app_user u
                     where u.company_id = ${companyId} and u.office_id = ${officeId} and u.deleted_at is null and u.disabled_at is null
                       and u.role = any(s.roles) and u.email <> '' and (u.role = 'HeadquartersAdmin' or u.group_id is not null)) x) as people
      from report_schedule s
     where s.company_id = ${companyId} and s.office_id = ${officeId} and s.enabled and s.kind in ('planTomorrow', 'planToday')
     order by 2, s.schedule_id`.execute(db)
  return rows.flatMap((row) => answerOf(row, now))
}
