import type { AnswerOf, duty, DutyBriefing, QueryOf } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { ascending, descending, japanese, type ListOrder } from '../../platform/database/list-order.ts'
import { type Page, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { findDutyInForce } from '../../shared/duty/versions.ts'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { personColumns, type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'

type Query = QueryOf<typeof duty.briefings>

type BriefingRow = Omit<DutyBriefing, 'at'> & { readonly at: Date | null }

/** SQL: the employer of a person (alias `u`); null where there is none. */
export const employerOfPerson = sql<string | null>`nullif(btrim(u.affiliation1), '')`

/** Somebody who has left the site since stays on its register: administrators see it by the site, leaders by the group of now. */
export const briefingColumns: ScopeColumns = { company: 't.company_id', office: 't.office_id', group: 'u.group_id', user: 't.user_id' }

const person = sql`
  u.user_id as "userId", u.full_name as "fullName", u.furigana, u.group_id as "groupId", g.name as "groupName",
  ${employerOfPerson} as affiliation1, u.language as "ownLanguage"`

const groupOf = ({ companyId }: OfficeKey) =>
  sql`left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id`

/** SQL: the people (alias `u`) of a site in the actor's scope, who are there now. */
export const peopleOfSite = (actor: Actor, { companyId, officeId }: OfficeKey): RawBuilder<boolean> => sql<boolean>`
  (u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWorker} and ${withinScope(actor, personColumns)})`

const narrowed = ({ affiliation, groupId, userId }: Query): RawBuilder<boolean> => sql<boolean>`
  (${groupId ?? null}::int is null or u.group_id = ${groupId ?? null}) and (${userId ?? null}::int is null or u.user_id = ${userId ?? null})
  and (${affiliation ?? null}::text is null or ${employerOfPerson} is not distinct from nullif(${affiliation ?? null}::text, ''))`

type Rows = { readonly data: DutyBriefing[]; readonly count: number }

type Part = 'columns' | 'from'

const read = async (
  db: Db,
  page: Page,
  { columns, from, steps }: { readonly [part in Part]: RawBuilder<unknown> } & Pick<ListOrder, 'steps'>,
): Promise<Rows> => {
  const { data, count } = await readPage(db, { join: sql``, steps }, page, {
    rows: (tail) => sql<BriefingRow>`select ${columns} ${from} ${tail}`,
    count: sql`select count(*) as count ${from}`,
  })
  return { data: data.map((row) => ({ ...row, at: toJapanIsoOrNull(row.at) })), count }
}

/** SQL: a person (alias `u`) of a site was briefed; of a version, or of any. */
const wasBriefed = ({ companyId, officeId }: OfficeKey, version?: number) => sql<boolean>`
  exists (select from duty_briefing t
           where t.company_id = ${companyId} and t.office_id = ${officeId} and t.user_id = u.user_id
             and (${version ?? null}::int is null or t.version = ${version ?? null}))`

/** Who of the site was not briefed of a version; those who start here first. */
const readMissing = (db: Db, actor: Actor, site: OfficeKey, query: Query, version: number): Promise<Rows> =>
  read(db, query, {
    columns: sql`
      null::int as id, ${person}, null::int as version, null::timestamptz as at, null::text as means, null::text as language,
      null::text as by, not ${wasBriefed(site)} as "isNew"`,
    from: sql`
      from app_user u ${groupOf(site)}
     where ${peopleOfSite(actor, site)} and ${narrowed(query)} and not ${wasBriefed(site, version)}`,
    steps: [
      ...descending(sql.ref('isNew')),
      { by: japanese('g.name'), direction: 'asc', nullsLast: true },
      ...ascending(japanese('u.furigana'), sql.ref('u.user_id')),
    ],
  })

/** SQL: the briefings that a condition names. */
const briefingsWhere = (site: OfficeKey, which: RawBuilder<boolean>) => ({
  columns: sql`t.briefing_id as id, ${person}, t.version, t.briefed_at as at, t.means, t.language, t.speaker as by, false as "isNew"`,
  from: sql`
    from duty_briefing t
    join app_user u on u.company_id = t.company_id and u.company_id = ${site.companyId} and u.user_id = t.user_id ${groupOf(site)}
   where t.company_id = ${site.companyId} and t.office_id = ${site.officeId} and ${which}`,
  steps: [...descending(sql.ref('t.briefed_at')), ...ascending(japanese('u.furigana')), ...descending(sql.ref('t.briefing_id'))],
})

/** Briefings of one version to some people. */
export const readBriefingsOf = async (db: Db, site: OfficeKey, version: number, userIds: readonly number[]): Promise<DutyBriefing[]> => {
  const which = sql<boolean>`t.version = ${version} and t.user_id = any(${userIds}::int[])`
  return (await read(db, { offset: 0 }, briefingsWhere(site, which))).data
}

/**
 * Who was briefed of which version, the latest first; or who was not briefed of the version in force. An employer's are those who are at
 * the site now.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readBriefings = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  officeId: number,
  query: Query,
): Promise<AnswerOf<typeof duty.briefings>> => {
  const site = await findSite(db, actor, officeId)
  if (query.missing === true) {
    const version = query.version ?? (await findDutyInForce(db, site, clock()))?.version
    return version === undefined ? { data: [], count: 0 } : readMissing(db, actor, site, query, version)
  }
  const isPresent = query.affiliation === undefined ? sql<boolean>`true` : peopleOfSite(actor, site)
  return read(
    db,
    query,
    briefingsWhere(
      site,
      sql<boolean>`
        ${withinScope(actor, briefingColumns)} and ${narrowed(query)} and ${isPresent}
        and (${query.version ?? null}::int is null or t.version = ${query.version ?? null})`,
    ),
  )
}
