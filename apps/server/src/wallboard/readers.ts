import { admins } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../organisation/keys.ts'
import { officeColumns, withinScope } from '../organisation/scope.ts'
import type { Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/route.ts'

/**
 * The office that somebody may read the board of.
 * @throws Refusal 404 where it is not theirs
 */
export const officeFor = async (db: Db, reader: Reader, officeId: number): Promise<OfficeKey> => {
  const { rows } = await sql<OfficeKey>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o
     where o.office_id = ${officeId} and ${withinScope(reader, officeColumns)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** What a reader reads by: a link, or a session. */
export const passOf = ({ linkId, sessionId }: Pick<Reader, 'linkId' | 'sessionId'>): string => linkId ?? sessionId ?? ''

/** The passes of these readers of an office that are still good: links that nobody revoked, sessions of its administrators. */
export const livingPasses = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  readers: readonly Pick<Reader, 'linkId' | 'sessionId' | 'companyId'>[],
  now: Date,
): Promise<Set<string>> => {
  const links = readers.flatMap(({ linkId }) => (linkId === null ? [] : [linkId]))
  const sessions = readers.flatMap(({ companyId: own, sessionId }) => (sessionId === null ? [] : [{ own, sessionId }]))
  const { rows } = await sql<{ pass: string }>`
    select l.link_id as pass from wallboard_link l
     where l.company_id = ${companyId} and l.office_id = ${officeId} and l.link_id = any(${links}::text[]) and l.revoked_at is null
    union all
    select s.session_id::text
      from unnest(${sessions.map(({ own }) => own)}::int[], ${sessions.map(({ sessionId }) => sessionId)}::uuid[]) as asked (company_id, session_id)
      join session s on s.company_id = asked.company_id and s.session_id = asked.session_id
      join app_user u on u.company_id = s.company_id and u.user_id = s.user_id
     where s.ended_at is null and s.expires_at > ${now} and u.deleted_at is null
       and u.role = any(${[...admins]}::text[])
       and (u.role = 'AdminUnitService' or u.company_id = ${companyId}) and (u.office_id is null or u.office_id = ${officeId})`.execute(db)
  return new Set(rows.map(({ pass }) => pass))
}
