import type { archivedFilters } from '@mimamori/contract'
import { sql } from 'kysely'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

export type OfficeChoice = {
  officeId: number
  officeName: string
  baseCode: string
  companyId: number
  companyName: string
  isArchived: boolean
}

/** The offices in scope, by company and name; open ones, unless archived ones are wanted too or alone. */
export const findOffices = async (db: Db, actor: Actor, archived: (typeof archivedFilters)[number] = '0'): Promise<OfficeChoice[]> => {
  const ofFilter = archived === 'all' ? sql`true` : archived === '0' ? isOpen('o') : sql`not ${isOpen('o')}`
  const { rows } = await sql<OfficeChoice>`
    select o.office_id as "officeId", o.name as "officeName", o.base_code as "baseCode",
           c.company_id as "companyId", c.name as "companyName", o.archived_at is not null as "isArchived"
      from office o join company c on c.company_id = o.company_id
     where ${withinScope(actor, officeColumns)} and ${ofFilter}
     order by c.name collate "ja-x-icu", c.company_id, o.name collate "ja-x-icu", o.office_id`.execute(db)
  return rows
}
