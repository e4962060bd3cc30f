import { dayMs } from '@mimamori/contract/day'
import { acclimatisationJob } from '../features/acclimatisation/acclimatisation-job.ts'
import type { Context } from '../platform/context.ts'
import { takeTurn } from '../platform/database/recurring.ts'
import { japanDay } from '../platform/japan-time.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

const daysOfWord = 5

// What is filled in of the past came after the day's count.
const countAgain = `
  update app_user u set exposure_counted_on = null
   where u.company_id = $1 and u.office_id = $2 and u.exposure_counted_on is not null`

const setOverride = `
  insert into acclimatisation_override (company_id, user_id, kind, share, until_on, reason, set_at, set_by)
  select u.company_id, u.user_id, 'doctor', 20, $3, '前の日に頭痛があったため。産業医の意見', $4, a.user_id
    from app_user u
    join app_user a on a.company_id = u.company_id and a.company_id = $1 and a.login_id = $5
   where u.company_id = $1 and u.office_id = $2 and u.first_exposure_on is not null
   order by u.user_id
   limit 1
  on conflict do nothing`

/** Counts who is new in the heat or back from leave, and lets a doctor hold one of the new people at 20 % for some days. */
export const playAcclimatisation = async (
  context: Context,
  { companyId, officeId }: OfficeKey,
  adminLogin: string,
  nowMs: number,
): Promise<void> => {
  const until = japanDay(new Date(nowMs + daysOfWord * dayMs))
  await context.pool.query(setOverride, [companyId, officeId, until, new Date(nowMs - dayMs), adminLogin])
  await context.pool.query(countAgain, [companyId, officeId])
  await takeTurn(context, acclimatisationJob)
}
