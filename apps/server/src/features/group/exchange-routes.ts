import { group, type QueryOf } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { orderBy, orderOf } from '../../platform/database/list-order.ts'
import type { Download } from '../../platform/exchange/download.ts'
import { sendImportFile, sendTemplate } from '../../platform/exchange/csv-out.ts'
import type { Imports } from '../../platform/exchange/imports.ts'
import { importUpload } from '../../platform/exchange/import-upload.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import { type TenantFilter, tenantOf } from '../../shared/organisation/tenant-filter.ts'
import { groupColumns as columns, separator } from './csv-columns.ts'
import { groupImport } from './import.ts'
import { groupOrders, matching } from './store.ts'

const peopleOf = (groupRole: number, tenant: TenantFilter) => sql`
  (select string_agg(u.login_id, ${separator} order by u.furigana collate "ja-x-icu", u.user_id)
     from app_user u
    where u.company_id = g.company_id and ${tenant('u')} and u.group_id = g.group_id
      and u.group_role = ${sql.lit(groupRole)} and u.deleted_at is null)`

/** @throws Refusal 400 where the list of groups has no such key to sort by */
const sendGroups = (context: Context, actor: Actor, groupQuery: QueryOf<typeof group.download>, download: Download): void => {
  const tenant = tenantOf(actor)
  const compiled = sql`
    select c.name as company_name, o.name as office_name, g.code, g.name, g.metabolic_class, g.acclimatised, g.clothing,
           ${peopleOf(1, tenant)} as leaders, ${peopleOf(2, tenant)} as sub_leaders, ${peopleOf(3, tenant)} as members,
           (select string_agg(e.email, ${separator} order by e.email) from group_email e
             where e.company_id = g.company_id and ${tenant('e')} and e.group_id = g.group_id) as emails
      from work_group g
      join office o on o.company_id = g.company_id and o.office_id = g.office_id
      join company c on c.company_id = g.company_id
     where ${matching(actor, groupQuery)} ${orderBy(orderOf(groupOrders, groupQuery, tenant).steps)}`.compile(context.db)
  sendImportFile(context, download, 'グループ.csv', columns, { text: compiled.sql, values: compiled.parameters })
}

/** Import and export of groups. */
export const groupExchangeRoutes = (context: Context, imports: Imports): Route[] => [
  route(group.download, 'group', async ({ query, ...call }) => {
    const { officeId, companyId } = query
    sendGroups(context, call.actor, query, recordedDownload(context, call, { resource: 'group', filter: query, officeId, companyId }))
  }),

  route(group.template, 'group', async ({ reply }) => {
    sendTemplate(reply, 'グループひな形.csv', columns)
  }),

  route(group.import, 'group', ({ params, ...requester }) =>
    importUpload(imports, requester, () => groupImport(context, requester, params.officeId)),
  ),
]
