import { parseRole, type QueryOf, type Role, roleNames, type userRole } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { type TenantFilter, tenantOf } from '../../shared/organisation/tenant-filter.ts'
import { type ListOrder, orderBy } from '../../platform/database/list-order.ts'
import type { Download } from '../../platform/exchange/download.ts'
import { type Query, sendImportFile, sendTemplate } from '../../platform/exchange/csv-out.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isInstant, storedFields } from './columns.ts'
import { type FileRole, fileOf, fileRoleOf, rolesOf } from './csv-columns.ts'
import { matching, peopleOrder } from './list.ts'
import { roleIn } from './reach.ts'

// A day that is kept as an instant is the day it is in Japan.
const cells = Object.values(storedFields)
  .map((column) => (isInstant(column) ? `to_char(u.${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as ${column}` : `u.${column}`))
  .join(', ')

const worn = (slot: string, tenant: TenantFilter) => sql`
  (select d.serial from wear w join device d on d.company_id = w.company_id and d.device_id = w.device_id
    where w.company_id = u.company_id and ${tenant('w')} and w.user_id = u.user_id and w.slot = ${sql.lit(slot)} and w.worn_to is null)`

// The order's own joins stay inside, where their aliases meet no others.
const rows = (matches: RawBuilder<unknown>, { join, steps }: ListOrder, tenant: TenantFilter) => sql`
  with listed as materialized (
    select u.company_id, u.user_id, row_number() over (${orderBy(steps)}) as place from app_user u ${join} where ${matches}
  )
  select ${sql.raw(cells)}, ${worn('vital', tenant)} as vital, ${worn('belt', tenant)} as belt,
         c.name as company_name, o.name as office_name, g.name as group_name,
         ${JSON.stringify(roleNames)}::json ->> u.role as role_jp
    from listed
    join app_user u on u.company_id = listed.company_id and u.user_id = listed.user_id
    left join company c on c.company_id = u.company_id and c.company_id <> ${providerId}
    left join office o on o.company_id = u.company_id and o.office_id = u.office_id
    left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
   order by listed.place`

/** Whose file a download is: of the first role asked for; workers' where none is. */
const fileRoleFrom = (peopleQuery: string | readonly string[] | undefined): FileRole => {
  const [first] = [peopleQuery ?? []].flat().flatMap((text) => text.split(','))
  return fileRoleOf(parseRole(first?.trim() ?? '') ?? 'User')
}

/**
 * Answers with the people whom the filter names, in the order asked for, as a file that can be taken back in.
 * @throws Refusal 400 where the list of people has no such key to sort by
 */
export const sendPeople = (
  context: Context,
  actor: Actor,
  peopleQuery: QueryOf<typeof userRole.download>,
  download: Download,
): FastifyReply => {
  const now = context.clock()
  const role = fileRoleFrom(peopleQuery.role)
  const { columns, fileName } = fileOf(role)
  const tenant = tenantOf(actor)
  const matches = sql`${matching(actor, tenant, peopleQuery, now)} and ${roleIn(rolesOf(role))}`
  const compiled = rows(matches, peopleOrder(tenant, peopleQuery, now), tenant).compile(context.db)
  const query: Query = { text: compiled.sql, values: compiled.parameters }
  return sendImportFile(context, download, `${fileName}.csv`, columns, query)
}

/** Answers with the headings of a role's file. */
export const sendPeopleTemplate = (role: Role, reply: FastifyReply): FastifyReply => {
  const { columns, fileName } = fileOf(fileRoleOf(role))
  return sendTemplate(reply, `${fileName}ひな形.csv`, columns)
}
