import type { FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../platform/context.ts'
import type { Download } from '../platform/exchange/download.ts'
import { sendImportFile, sendTemplate } from '../platform/exchange/csv-out.ts'
import type { Actor } from '../platform/http/route.ts'
import { type NamesCompany, ofCompanyOf } from '../organisation/scope.ts'
import { storedFields } from './columns.ts'
import { fileOf } from './csv-columns.ts'
import { matching } from './find.ts'
import type { DeviceKind } from './kind.ts'

// What hangs on a device, or what it hangs on, as its kind's file shows it.
const itsParent = (ofCompany: NamesCompany) => sql`(
  select p.serial from device p where p.company_id = d.company_id and ${ofCompany('p')} and p.device_id = d.linked_device_id)`
const linked: Record<DeviceKind['resource'], (ofCompany: NamesCompany) => RawBuilder<unknown>> = {
  device: itsParent,
  gateway: itsParent,
  heatWatcher: (ofCompany) => sql`(
    select string_agg(g.serial, ';' order by g.serial) from device g
     where g.company_id = d.company_id and ${ofCompany('g')} and g.linked_device_id = d.device_id)`,
  barometer: (ofCompany) => sql`(
    select count(*)::text from device t where t.company_id = d.company_id and ${ofCompany('t')} and t.linked_device_id = d.device_id)`,
}

const cells = sql.raw(
  Object.values(storedFields)
    .map((column) => `d.${column}`)
    .join(', '),
)

type Kind = Pick<DeviceKind, 'resource' | 'words'>

/** Answers with the devices of a kind in scope, as a file that can be taken back in. */
export const sendDevices = (
  context: Context,
  actor: Actor,
  kind: Kind,
  { officeId }: { officeId?: number | undefined },
  download: Download,
): void => {
  const { columns, fileName } = fileOf(kind)
  const compiled = sql`
    select c.name as company_name, o.name as office_name, o.base_code, d.type, d.serial, ${cells},
           u.login_id as user_name, u.full_name, ${linked[kind.resource](ofCompanyOf(actor))} as linked
      from device d
      join office o on o.company_id = d.company_id and o.office_id = d.office_id
      join company c on c.company_id = d.company_id
      left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = w.company_id and u.user_id = w.user_id and u.deleted_at is null
     where ${matching(actor, kind, { officeId })}
     order by c.name collate "ja-x-icu", o.name collate "ja-x-icu", d.office_id, d.serial, d.type, d.device_id`.compile(context.db)
  sendImportFile(context, download, `${fileName}.csv`, columns, { text: compiled.sql, values: compiled.parameters })
}

/** Answers with the headings of a kind's file. */
export const sendDeviceTemplate = (kind: Kind, reply: FastifyReply): void => {
  const { columns, fileName } = fileOf(kind)
  sendTemplate(reply, `${fileName}ひな形.csv`, columns)
}
