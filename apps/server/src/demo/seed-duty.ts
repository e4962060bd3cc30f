import { dayMs } from '@mimamori/contract/day'
import type { DutyEmployer, DutyStep } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { SeededOffice } from './seed-organisation.ts'
import type { SitePlan } from './site-plan.ts'

const hourMs = 3_600_000
const japanMs = 9 * hourMs

/** How many days ago each version began. */
const versionDays = [48, 34, 20] as const

/** The languages of the three who start today; nobody has shown them the procedures. */
const starters = ['ne', 'vi', 'ja'] as const

type Answerable = { readonly affiliation: string; readonly person: string; readonly phone: string | null }

const lineOf = (
  { hospital: [hospital, hospitalPhone], emergencyPhone, baseAdmin }: SitePlan,
  leaders: readonly Answerable[],
): DutyStep[] => [
  { role: '気づいた人・本人', name: '助けてボタン、タグの呼出、掲示のQR', phone: null },
  { role: '各班の職長', name: `${leaders.length}人。${leaders[0]?.person ?? ''}ほか`, phone: leaders[0]?.phone ?? null },
  { role: '拠点管理者', name: baseAdmin.name[0], phone: '090-5550-0400' },
  { role: '現場の緊急連絡先', name: '24時間', phone: emergencyPhone },
  { role: `119番・${hospital}`, name: '', phone: hospitalPhone },
]

/** Ten to eight in the morning in Japan, so many days before now. */
const morning = (nowMs: number, daysAgo: number): Date =>
  new Date(Math.floor((nowMs + japanMs) / dayMs - daysAgo) * dayMs - japanMs + 7 * hourMs + 50 * 60_000)

const dateOf = (at: Date): string => new Date(at.getTime() + japanMs).toISOString().slice(0, 10)

const leadersOf = async (client: ClientBase, { companyId, officeId }: SeededOffice): Promise<Answerable[]> => {
  const { rows } = await client.query<Answerable>(
    `select u.affiliation1 as affiliation, u.full_name as person, u.phone_number as phone from app_user u
      where u.company_id = $1 and u.office_id = $2 and u.role = 'GroupLeader' and u.affiliation1 is not null order by u.user_id`,
    [companyId, officeId],
  )
  return rows
}

const versionSql = `
  insert into duty (company_id, office_id, version, valid_from, starts_at, line, employers, procedures, texts, made_at, made_by, made_by_name)
  values ($1, $2, $3, $4, $5, $6, $7, null, '{}', $5, 0, $8)`

/** Everybody but one of each of three groups, who came last, each by their leader, and some of them by their own page. */
const briefingsSql = `
  with people as (
    select u.user_id, u.full_name, l.user_id as leader_id, l.full_name as leader,
           row_number() over (partition by u.group_id order by (u.role = 'User') desc, u.user_id desc) as place,
           dense_rank() over (order by u.group_id) as crew
      from app_user u
      left join app_user l on l.company_id = $1 and l.group_id = u.group_id and l.role = 'GroupLeader'
     where u.company_id = $1 and u.office_id = $2 and u.role in ('User', 'GroupLeader', 'GroupSubLeader'))
  insert into duty_briefing (company_id, office_id, version, user_id, briefed_at, means, language, speaker, speaker_id, recorded_at, recorded_by)
  select $1, $2, $3, p.user_id, case when p.place = 4 then $4::timestamptz + interval '14 minutes' else $4::timestamptz end,
         case when p.place = 4 then 'page' else 'meeting' end, 'ja', case when p.place = 4 then p.full_name else coalesce(p.leader, p.full_name) end,
         case when p.place = 4 then p.user_id else coalesce(p.leader_id, p.user_id) end, $4, coalesce(p.leader_id, p.user_id)
    from people p
   where not (p.place = 1 and p.crew <= $5)`

const startersSql = `
  with people as (
    select u.user_id, row_number() over (order by u.affiliation1) as place from app_user u
     where u.company_id = $1 and u.office_id = $2
       and not exists (select from duty_briefing b where b.company_id = $1 and b.user_id = u.user_id)
       and u.role = 'User')
  update app_user u set language = ($3::text[])[p.place] from people p where u.company_id = $1 and u.user_id = p.user_id`

/** Writes three versions of a site's reporting line and procedures, and who was briefed of them: three people start today. */
export const seedDuty = async (client: ClientBase, site: SeededOffice, plan: SitePlan): Promise<void> => {
  const { companyId, officeId, nowMs } = site
  const leaders = await leadersOf(client, site)
  const employers: DutyEmployer[] = [...new Map(leaders.map((leader) => [leader.affiliation, leader])).values()]
  for (const [index, days] of versionDays.entries()) {
    const at = morning(nowMs, days)
    const version = index + 1
    await client.query(versionSql, [
      companyId,
      officeId,
      version,
      dateOf(at),
      new Date(at.getTime() - 2 * hourMs),
      JSON.stringify(lineOf(plan, leaders)),
      JSON.stringify(employers),
      plan.baseAdmin.name[0],
    ])
    await client.query(briefingsSql, [companyId, officeId, version, at, starters.length])
  }
  // The usual procedures apply, which everybody reads in their language.
  await client.query('update office o set procedures = null where o.company_id = $1 and o.office_id = $2', [companyId, officeId])
  await client.query(startersSql, [companyId, officeId, starters])
}
