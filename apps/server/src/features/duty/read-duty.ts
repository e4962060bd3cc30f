import type { AnswerOf, Duty, duty } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { Page } from '../../platform/database/list-page.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { type DutyRow, findDutyInForce, findDutyVersion, findLatestDuty } from '../../shared/duty/versions.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'
import { proposeDuty } from './propose.ts'
import { usualProcedures } from '../../shared/duty/usual-procedures.ts'

const latestOf = (latest: DutyRow | undefined): Duty['latest'] =>
  latest === undefined ? { version: 0, validFrom: null } : { version: latest.version, validFrom: latest.validFrom }

/** A stored version as calls answer it. */
export const answerOfDuty = ({ officeId, officeName }: Site, row: DutyRow, latest: DutyRow | undefined): Duty => ({
  officeId,
  officeName,
  version: row.version,
  validFrom: row.validFrom,
  line: [...row.line],
  employers: [...row.employers],
  procedures: row.procedures ?? usualProcedures(),
  isUsual: row.procedures === null,
  texts: row.texts,
  madeAt: toJapanIso(row.madeAt),
  madeBy: row.madeBy,
  latest: latestOf(latest),
})

/**
 * A site's reporting line and procedures: the version that is asked for, else the one in force; where there is none, a proposal from
 * what the site knows.
 * @throws Refusal 404 where the site is not the actor's, or has no such version
 */
export const readDuty = async ({ db, clock }: Context, actor: Actor, officeId: number, version: number | undefined): Promise<Duty> => {
  const site = await findSite(db, actor, officeId)
  const row = version === undefined ? await findDutyInForce(db, site, clock()) : await findDutyVersion(db, site, version)
  if (row === undefined && version !== undefined) throw notFound()
  const latest = await findLatestDuty(db, site)
  if (row !== undefined) return answerOfDuty(site, row, latest)
  const { line, employers, procedures } = await proposeDuty(db, site)
  return {
    officeId,
    officeName: site.officeName,
    version: 0,
    validFrom: null,
    line,
    employers,
    procedures: procedures ?? usualProcedures(),
    isUsual: procedures === null,
    texts: {},
    madeAt: null,
    madeBy: null,
    latest: latestOf(latest),
  }
}

export type VersionRow = { version: number; validFrom: string; madeAt: Date; madeBy: string; briefed: number }

/** The versions of a site, the latest first. @throws Refusal 404 where the site is not the actor's */
export const readVersions = async (
  db: Db,
  actor: Actor,
  officeId: number,
  { offset, limit }: Page,
): Promise<AnswerOf<typeof duty.versions>> => {
  const { companyId } = await findSite(db, actor, officeId)
  const ofSite = sql<boolean>`d.company_id = ${companyId} and d.office_id = ${officeId}`
  const { rows } = await sql<VersionRow>`
    select d.version, to_char(d.valid_from, 'YYYY-MM-DD') as "validFrom", d.made_at as "madeAt", d.made_by_name as "madeBy",
           (select count(distinct t.user_id)::int from duty_briefing t
             where t.company_id = ${companyId} and t.office_id = ${officeId} and t.version = d.version) as briefed
      from duty d where ${ofSite}
     order by d.version desc limit ${limit ?? null}::bigint offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from duty d where ${ofSite}`.execute(db)
  return { data: rows.map((row) => ({ ...row, madeAt: toJapanIso(row.madeAt) })), count: counted[0]?.count ?? 0 }
}
