import type { FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { type OrderQuery, orderBy } from '../../platform/database/list-order.ts'
import type { Download } from '../../platform/exchange/download.ts'
import { sendImportFile, sendTemplate } from '../../platform/exchange/csv-out.ts'
import type { Actor } from '../../platform/http/route.ts'
import { type TenantFilter, tenantOf } from '../../shared/organisation/tenant-filter.ts'
import { storedFields } from './columns.ts'
import { fileOf } from './csv-columns.ts'
import { deviceOrder, type DeviceFilter, matching, sortedDevices } from './find.ts'
import type { DeviceKind } from './kind.ts'

// What is linked to a device, or what it is linked to, as its kind's file shows it.
const itsParent = (tenant: TenantFilter) => sql`(
  select p.serial from device p where p.company_id = d.company_id and ${tenant('p')} and p.device_id = d.linked_device_id)`
const linked: Record<DeviceKind['resource'], (tenant: TenantFilter) => RawBuilder<unknown>> = {
  device: itsParent,
  gateway: itsParent,
  heatWatcher: (tenant) => sql`(
    select string_agg(g.serial, ';' order by g.serial) from device g
     where g.company_id = d.company_id and ${tenant('g')} and g.linked_device_id = d.device_id)`,
  barometer: (tenant) => sql`(
    select count(*)::text from device t where t.company_id = d.company_id and ${tenant('t')} and t.linked_device_id = d.device_id)`,
}

const cells = sql.raw(
  Object.values(storedFields)
    .map((column) => `d.${column}`)
    .join(', '),
)

/**
 * Answers with the devices of a kind that a filter names, in the order asked for, as a file that can be taken back in.
 * @throws Refusal 400 where the list of the kind has no such key to sort by
 */
export const sendDevices = (
  context: Context,
  actor: Actor,
  kind: Pick<DeviceKind, 'resource' | 'words' | 'sortKeys'>,
  query: DeviceFilter & OrderQuery,
  download: Download,
): void => {
  const { columns, fileName } = fileOf(kind)
  const order = deviceOrder(actor, kind, query, context.clock())
  // The order's own joins stay inside, where their aliases meet no others.
  const compiled = sql`
    with listed as materialized (
      select d.company_id, d.device_id, row_number() over (${orderBy(order.steps)}) as place
        from ${sortedDevices(order)}
       where ${matching(actor, kind, query)}
    )
    select c.name as company_name, o.name as office_name, o.base_code, d.type, d.serial, ${cells},
           u.login_id as user_name, u.full_name, ${linked[kind.resource](tenantOf(actor))} as linked
      from listed
      join device d on d.company_id = listed.company_id and d.device_id = listed.device_id
      join office o on o.company_id = d.company_id and o.office_id = d.office_id
      join company c on c.company_id = d.company_id
      left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = w.company_id and u.user_id = w.user_id and u.deleted_at is null
     order by listed.place`.compile(context.db)
  sendImportFile(context, download, `${fileName}.csv`, columns, { text: compiled.sql, values: compiled.parameters })
}

/** Answers with the headings of a kind's file. */
export const sendDeviceTemplate = (kind: Pick<DeviceKind, 'resource'>, reply: FastifyReply): void => {
  const { columns, fileName } = fileOf(kind)
  sendTemplate(reply, `${fileName}ひな形.csv`, columns)
}
