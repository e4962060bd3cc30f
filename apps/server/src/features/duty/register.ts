import type { AnswerOf, duty, DutyCount } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { Page } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { type DutyRow, findDutyInForce } from '../../shared/duty/versions.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { employerOfPerson, peopleOfSite } from './briefings.ts'

export type CountRow = Pick<DutyCount, 'affiliation' | 'people' | 'briefed'> & { readonly lastAt: Date | null; readonly starting: number }

const countByEmployer = async (db: Db, actor: Actor, site: OfficeKey, version: number): Promise<CountRow[]> => {
  const { companyId, officeId } = site
  const { rows } = await sql<CountRow>`
    select ${employerOfPerson} as affiliation, count(*)::int as people, count(t.last_at)::int as briefed, max(t.last_at) as "lastAt",
           (count(*) filter (where t.any_at is null))::int as starting
      from app_user u
      left join (
        select t.user_id, max(t.briefed_at) filter (where t.version = ${version}) as last_at, max(t.briefed_at) as any_at
          from duty_briefing t where t.company_id = ${companyId} and t.office_id = ${officeId} group by t.user_id) t on t.user_id = u.user_id
     where ${peopleOfSite(actor, site)}
     group by 1
     order by count(*) - count(t.last_at) desc, count(*) desc, 1 nulls last`.execute(db)
  return rows
}

/** Every employer of the people there, with who answers for it. */
export const employersOf = async (db: Db, actor: Actor, site: OfficeKey, inForce: DutyRow | undefined) => {
  const answerable = new Map((inForce?.employers ?? []).map((employer) => [employer.affiliation, employer]))
  const rows = await countByEmployer(db, actor, site, inForce?.version ?? 0)
  return rows.map(({ starting, lastAt, ...row }) => {
    const employer = row.affiliation === null ? undefined : answerable.get(row.affiliation)
    const person = employer === undefined || employer.person === '' ? null : employer.person
    return { ...row, lastAt: toJapanIsoOrNull(lastAt), person, phone: employer?.phone ?? null, starting }
  })
}

/**
 * The employers of a site's people, with how many were briefed of the version in force; a leader's are those of the group.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readRegister = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  officeId: number,
  { offset, limit }: Page,
): Promise<AnswerOf<typeof duty.register>> => {
  const site = await findSite(db, actor, officeId)
  const inForce = await findDutyInForce(db, site, clock())
  const employers = await employersOf(db, actor, site, inForce)
  const sum = (field: 'people' | 'briefed' | 'starting') => employers.reduce((all, row) => all + row[field], 0)
  const counts: DutyCount[] = employers.map(({ starting: _, ...row }) => row)
  return {
    data: counts.slice(offset, limit === undefined ? undefined : offset + limit),
    count: counts.length,
    version: inForce?.version ?? 0,
    people: sum('people'),
    briefed: sum('briefed'),
    starting: sum('starting'),
  }
}
