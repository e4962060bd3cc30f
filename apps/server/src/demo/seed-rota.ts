import { rotaStep } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { ClientBase } from 'pg'
import { isOff } from '../shared/duty-rota/holidays.ts'
import { mondayOf, weekDays } from '../shared/duty-rota/shifts.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

const japanMs = 9 * 3_600_000

type Placed = { readonly date: string; readonly shift: 'day' | 'night'; readonly place: number; readonly userId: number }

/** The people of a day: working days and days off take turns among the leaders, and the base administrator is last in the day. */
const peopleOn = (date: string, index: number, leaders: readonly number[], admin: number): Placed[] => {
  const off = isOff(date)
  const at = (place: number) => leaders[place % leaders.length] ?? admin
  const [day, night] = [off ? 4 : 0, index < 3 ? 2 : 3]
  return [
    { date, shift: 'day', place: 1, userId: at(day) },
    { date, shift: 'day', place: 2, userId: at(day + 1) },
    { date, shift: 'day', place: 3, userId: admin },
    { date, shift: 'night', place: 1, userId: at(night) },
    // Nobody is second on Saturday night, and in the next week nobody at all: the demo shows what a gap looks like.
    ...(index === 5 ? [] : [{ date, shift: 'night' as const, place: 2, userId: index === 6 ? admin : at(5) }]),
  ]
}

/** The rota of this week at a site, with two substitutes on Thursday, as the first step of its escalation. */
export const seedRota = async (client: ClientBase, { companyId, officeId }: OfficeKey, nowMs: number): Promise<void> => {
  const { rows: people } = await client.query<{ user_id: number; role: string; full_name: string }>(
    `select u.user_id, u.role, u.full_name from app_user u
      where u.company_id = $1 and u.office_id = $2 and u.role in ('GroupLeader', 'GroupSubLeader', 'HeadquartersAdmin')
      order by u.role, u.user_id`,
    [companyId, officeId],
  )
  const leaders = people.filter(({ role }) => role !== 'HeadquartersAdmin').map(({ user_id }) => user_id)
  const admin = people.find(({ role }) => role === 'HeadquartersAdmin')
  const [first, second, , fourth] = leaders
  if (admin === undefined || first === undefined || second === undefined || fourth === undefined) return
  const today = new Date(nowMs + japanMs).toISOString().slice(0, 10)
  const days = weekDays(mondayOf(today))
  await client.query(
    `insert into duty_rota (company_id, office_id, day_from, night_from, day_places, night_places) values ($1, $2, 360, 1200, 3, 2)`,
    [companyId, officeId],
  )
  await client.query(
    `insert into duty_rota_place (company_id, office_id, duty_on, shift, place, user_id)
     select $1, $2, x.date, x.shift, x.place, x."userId"
       from json_to_recordset($3::json) as x (date date, shift text, place smallint, "userId" int)`,
    [companyId, officeId, JSON.stringify(days.flatMap((date, index) => peopleOn(date, index, leaders, admin.user_id)))],
  )
  const decidedAt = new Date(nowMs - 2 * dayMs)
  const thursday = days[3]
  const substitutes = [
    [1, second, first, '足場の点検講習'],
    [2, fourth, second, '1番目に上がるため'],
  ] as const
  for (const [place, userId, insteadOf, reason] of substitutes)
    await client.query(
      `insert into duty_rota_override (company_id, office_id, duty_on, shift, place, user_id, instead_of, reason, decided_by, decided_by_name, decided_at)
       values ($1, $2, $3, 'day', $4, $5, $6, $7, $8, $9, $10)`,
      [companyId, officeId, thursday, place, userId, insteadOf, reason, admin.user_id, admin.full_name, decidedAt],
    )
  await client.query(
    `insert into master_setting (company_id, office_id, type, key, value) values ($1, $2, 'ESCALATION_SETTING', 'STEPS', $3)`,
    [companyId, officeId, `${rotaStep},AdminUnitContract`],
  )
}
