import { admins } from '@mimamori/contract'
import { sql } from 'kysely'
import { isOpen, ofOpenOffice } from '../../shared/organisation/archived-offices.ts'
import { companiesOf, type OfficeKey } from '../../shared/organisation/keys.ts'
import { officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { owesSomething } from '../../platform/http/owed.ts'
import type { Reader } from '../../platform/http/route.ts'

/**
 * The office that somebody may read the board of.
 * @throws Refusal 404 where it is not theirs, or is archived
 */
export const officeFor = async (db: Db, reader: Reader, officeId: number): Promise<OfficeKey> => {
  const { rows } = await sql<OfficeKey>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o
     where o.office_id = ${officeId} and ${isOpen('o')} and ${withinScope(reader, officeColumns)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

type Reading = {
  readonly reader: Pick<Reader, 'linkId' | 'sessionId' | 'companyId'>
  readonly office: OfficeKey
}

type Place = { readonly place: number }

/** By a link that is neither revoked nor at its end. The board's company may lie elsewhere on a cluster than the reader's, so the two are asked apart. */
const findByLink = async (db: Db, readings: readonly Reading[], now: Date): Promise<Place[]> => {
  const boards = companiesOf(readings.map(({ office }) => office))
  const { rows } = await sql<Place>`
    select asked.place::int
      from unnest(${readings.map(({ office }) => office.companyId)}::int[], ${readings.map(({ office }) => office.officeId)}::int[],
                  ${readings.map(({ reader }) => reader.linkId)}::text[]) with ordinality as asked (company_id, office_id, link_id, place)
      join office_link l on l.company_id = asked.company_id and l.company_id = any(${boards}::int[]) and l.office_id = asked.office_id
       and l.link_id = asked.link_id and l.kind = 'wallboard' and l.revoked_at is null and (l.ends_at is null or l.ends_at > ${now})
     where ${ofOpenOffice('l')}`.execute(db)
  return rows
}

/** By a session that is still that of an administrator of the office with nothing to settle first. */
const findBySession = async (db: Db, readings: readonly Reading[], now: Date): Promise<Place[]> => {
  const own = companiesOf(readings.map(({ reader }) => reader))
  const { rows } = await sql<Place>`
    select asked.place::int
      from unnest(${readings.map(({ office }) => office.companyId)}::int[], ${readings.map(({ office }) => office.officeId)}::int[],
                  ${readings.map(({ reader }) => reader.companyId)}::int[], ${readings.map(({ reader }) => reader.sessionId)}::uuid[])
           with ordinality as asked (company_id, office_id, own_company_id, session_id, place)
      join session s on s.company_id = asked.own_company_id and s.company_id = any(${own}::int[]) and s.session_id = asked.session_id
       and s.ended_at is null and s.expires_at > ${now} and not s.by_card
      join app_user u on u.company_id = s.company_id and u.company_id = any(${own}::int[]) and u.user_id = s.user_id and u.deleted_at is null
       and u.role = any(${[...admins]}::text[])
       and (u.role = 'AdminUnitService' or u.company_id = asked.company_id) and (u.office_id is null or u.office_id = asked.office_id)
     where not ${owesSomething(own)} and ${ofOpenOffice('asked')}`.execute(db)
  return rows
}

/** Those of these readings whose link is neither revoked nor at its end, or whose session is still that of an administrator of the office with nothing to settle first. */
export const findLiving = async <R extends Reading>(db: Db, readings: readonly R[], now: Date): Promise<Set<R>> => {
  const byLink = readings.filter(({ reader }) => reader.linkId !== null)
  const bySession = readings.filter(({ reader }) => reader.sessionId !== null)
  const linked = byLink.length === 0 ? [] : await findByLink(db, byLink, now)
  const signedIn = bySession.length === 0 ? [] : await findBySession(db, bySession, now)
  return new Set([
    ...linked.flatMap(({ place }) => byLink[place - 1] ?? []),
    ...signedIn.flatMap(({ place }) => bySession[place - 1] ?? []),
  ])
}
