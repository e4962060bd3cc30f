import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** How a list was narrowed. A site, a group or a person is known by its number here and by its name on the log. */
export type ReadFilter = Readonly<Record<string, unknown>>

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false

/** What of a filter narrows at all. */
export const givenOf = (filter: ReadFilter): ReadFilter => Object.fromEntries(Object.entries(filter).filter(([, value]) => isGiven(value)))

const numbers: ReadonlySet<string> = new Set(['officeId', 'groupId', 'userId'])

const namesOf = async (db: Db, companyId: number, { officeId, groupId, userId }: ReadFilter): Promise<ReadFilter> => {
  const { rows } = await sql<ReadFilter>`
    select (select o.name from office o where o.company_id = ${companyId} and o.office_id = ${officeId ?? null}::int) as "officeName",
           (select g.name from work_group g where g.company_id = ${companyId} and g.group_id = ${groupId ?? null}::int) as "groupName",
           (select u.full_name from app_user u where u.company_id = ${companyId} and u.user_id = ${userId ?? null}::int) as "fullName"`.execute(
    db,
  )
  return rows[0] ?? {}
}

/** A filter for the log of a company, in names: who reads the log knows no numbers. The company is the one whose log it is. */
export const nameFilter = async (db: Db, companyId: number, filter: ReadFilter): Promise<ReadFilter> => {
  const given = Object.entries(givenOf(filter)).filter(([field]) => field !== 'companyId')
  const isNumber = ([field, value]: readonly [string, unknown]) => numbers.has(field) && typeof value === 'number'
  const ids = given.filter(isNumber)
  const names = ids.length === 0 ? {} : await namesOf(db, companyId, Object.fromEntries(ids))
  return givenOf({ ...names, ...Object.fromEntries(given.filter((entry) => !isNumber(entry))) })
}
