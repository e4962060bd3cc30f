import type { SafetySummary } from '@mimamori/contract'
import { ageForLimits, heartLimits } from '@mimamori/heat'
import type { Pool } from 'pg'
import type { Span } from '../../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { japanDay } from '../../../platform/japan-time.ts'

type Row = {
  user_id: number
  full_name: string
  furigana: string
  group_name: string | null
  date_of_birth: string | null
  ended_at: Date
  usual_mean: number
  usual_shifts: number
}

// As it was with their last shift of the span. By the group of now: it is for the work to come.
const lastUsual = `
  select distinct on (s.user_id) s.user_id, u.full_name, u.furigana, g.name as group_name, u.date_of_birth, s.ended_at, s.usual_mean, s.usual_shifts
    from worker_shift s
    join app_user u on u.company_id = $1 and u.company_id = s.company_id and u.user_id = s.user_id
    left join work_group g on g.company_id = $1 and g.company_id = u.company_id and g.group_id = u.group_id
   where s.company_id = $1 and s.user_id = any($2::int[]) and s.ended_at >= $3 and s.ended_at < $4
     and s.usual_mean is not null and u.consent_withdrawn_at is null and u.heart_judged
   order by s.user_id, s.ended_at desc`

const toPerson = ({ user_id: userId, full_name: fullName, group_name: groupName, ...row }: Row) => {
  const { ageYears } = ageForLimits(row.date_of_birth, japanDay(row.ended_at))
  const limit = heartLimits(ageYears).sustained
  return { userId, fullName, groupName, ownMean: row.usual_mean, limit, shifts: row.usual_shifts }
}

/**
 * The people among these whose own mean exceeds the strain limit (働きすぎの目安) of 180 − age: those furthest above it first. None who
 * withdrew their consent, or whose heart is not judged. Source: ACGIH, decisions/0121.
 */
export const readStrained = async (
  pool: Pool,
  { companyId }: Pick<OfficeKey, 'companyId'>,
  { from, to }: Span,
  userIds: readonly number[],
): Promise<SafetySummary['strain']['people']> => {
  if (userIds.length === 0) return []
  const { rows } = await pool.query<Row>(lastUsual, [companyId, userIds, from, to])
  return rows
    .toSorted((one, other) => one.furigana.localeCompare(other.furigana, 'ja'))
    .map(toPerson)
    .filter(({ ownMean, limit }) => ownMean > limit)
    .toSorted((one, other) => other.ownMean - other.limit - (one.ownMean - one.limit))
}
