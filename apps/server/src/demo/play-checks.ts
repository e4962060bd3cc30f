import type { CheckValue } from '@mimamori/contract'
import { workingDayAt, workingHoursOf } from '@mimamori/heat'
import { minuteMs } from '@mimamori/simulator'
import type { Pool } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'

// On the site's shifted clock, on which the demo starts at 13:40: asked from 07:40 on.
const checkedMinutesAgo = 6 * 60

type Played = { readonly answers: Readonly<Record<string, CheckValue>>; readonly counted: readonly string[]; readonly isTalkedTo?: true }

const usual = { sleep: 'good', breakfast: 'good', alcohol: 'good', illness: 'good', water: 'good' } as const

/** The first three of the group are to be talked to, the fourth has not answered; all others are as usual. */
const toTalkTo: readonly (Played | undefined)[] = [
  { answers: { ...usual, sleep: 'poor', breakfast: 'poor', alcohol: 'fair' }, counted: ['sleep', 'breakfast'] },
  { answers: { ...usual, illness: 'poor' }, counted: ['illness'] },
  { answers: { ...usual, alcohol: 'poor', water: 'poor' }, counted: ['alcohol', 'water'], isTalkedTo: true },
  undefined,
]

const findGroup = `
  select u.user_id, u.office_id, l.user_id as leader_id, o.opens_at::text as opens_at, o.closes_at::text as closes_at
    from app_user l
    join app_user u on u.company_id = l.company_id and u.office_id = l.office_id and u.group_id = l.group_id
    join office o on o.company_id = l.company_id and o.office_id = l.office_id
   where l.company_id = $1 and l.office_id = $2 and l.login_id = $3 and u.deleted_at is null
   order by u.role <> 'User', u.furigana collate "ja-x-icu", u.user_id`

const insertCheck = `
  insert into morning_check (company_id, user_id, day, office_id, answered_at, answers, counted, source, answered_by, talked_at, talked_by)
  values ($1, $2, $3, $4, $5, $6, $7, 'leader', $8, $9, case when $9::timestamptz is not null then $8::int end)
  on conflict do nothing`

const setAttention = `
  update app_user u set attention = u.attention + tstzmultirange(tstzrange($3, $4)) where u.company_id = $1 and u.user_id = $2`

type Member = {
  readonly user_id: number
  readonly office_id: number
  readonly leader_id: number
  readonly opens_at: string
  readonly closes_at: string
}

/** This morning's answers of a leader's group. */
export const answerMorningChecks = async (
  pool: Pool,
  { companyId, officeId }: OfficeKey,
  leaderLogin: string,
  nowMs: number,
): Promise<void> => {
  const { rows } = await pool.query<Member>(findGroup, [companyId, officeId, leaderLogin])
  for (const [index, { user_id, leader_id, opens_at, closes_at }] of rows.entries()) {
    const played: Played | undefined = index < toTalkTo.length ? toTalkTo[index] : { answers: usual, counted: [] }
    if (played === undefined) continue
    const at = new Date(nowMs - (checkedMinutesAgo - index) * minuteMs)
    const day = workingDayAt(at.getTime(), workingHoursOf(opens_at, closes_at))
    const talkedAt = played.isTalkedTo === true ? new Date(at.getTime() + 12 * minuteMs) : null
    const values = [companyId, user_id, day.date, officeId, at, JSON.stringify(played.answers), played.counted, leader_id, talkedAt]
    await pool.query(insertCheck, values)
    if (played.counted.length > 0) await pool.query(setAttention, [companyId, user_id, at, new Date(day.to)])
  }
}
