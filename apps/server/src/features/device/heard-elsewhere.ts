import type { HeardElsewhere } from '@mimamori/contract'
import { sql } from 'kysely'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'
import { deviceColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Context } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'

const mostRows = 50
const receivers = { company: 'h.company_id', office: 'h.office_id', group: null, user: null }

type Row = Omit<HeardElsewhere, 'lastAt'> & { readonly heardAt: Date }

/**
 * The worn devices that came in with the key of another site of their company within a day, for the people of both sites, the latest
 * first; of one site where it is named.
 */
export const findHeardElsewhere = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { officeId }: { readonly officeId?: number | undefined },
): Promise<{ data: HeardElsewhere[]; count: number }> => {
  const tenant = tenantOf(actor)
  const ofOffice = officeId === undefined ? sql`true` : sql`(d.office_id = ${officeId} or h.office_id = ${officeId})`
  const { rows } = await sql<Row>`
    select d.serial as "serialNumber", own.office_id as "officeId", own.name as "officeName", via.office_id as "receivingOfficeId",
           via.name as "receivingOfficeName", h.heard_at as "heardAt"
      from heard_elsewhere h
      join device d on d.company_id = h.company_id and ${tenant('d')} and d.device_id = h.device_id and d.office_id <> h.office_id
      join office own on own.company_id = d.company_id and ${tenant('own')} and own.office_id = d.office_id
      join office via on via.company_id = h.company_id and ${tenant('via')} and via.office_id = h.office_id
     where ${tenant('h')} and h.heard_at > ${clock()}::timestamptz - interval '24 hours'
       and (${withinScope(actor, deviceColumns)} or ${withinScope(actor, receivers)}) and ${ofOffice}
     order by h.heard_at desc, d.serial limit ${mostRows}`.execute(db)
  return { data: rows.map(({ heardAt, ...row }) => ({ ...row, lastAt: toJapanIso(heardAt) })), count: rows.length }
}
