import { deviceTypeNames, type WornDevice } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/context.ts'
import { contains } from '../platform/kana.ts'
import { japanese, pageOf } from '../platform/list-order.ts'
import type { Actor } from '../platform/route.ts'
import { type ScopeColumns, withinScope } from '../platform/scope.ts'

const deviceColumns: ScopeColumns = { company: 'o.company_id', office: 'd.office_id', group: null, user: null }

/** What the list can be sorted by; whoever wears a device by how they are read. */
export const deviceSortings = {
  serialNumber: sql.ref('d.serial'),
  deviceType: sql.ref('d.type'),
  deviceTypeValue: sql.ref('d.type'),
  officeId: sql.ref('d.office_id'),
  officeName: japanese('o.name'),
  userId: sql.ref('u.user_id'),
  userName: sql`lower(u.login_id)`,
  fullName: japanese('u.furigana'),
}

export type DeviceFilter = {
  readonly officeId?: number | undefined
  /** Part of the serial. */
  readonly serialNumber?: string | undefined
  readonly types: readonly number[]
}

type Page = { readonly offset: number; readonly limit: number; readonly order: RawBuilder<unknown> }

/** One page of the vital devices and belts in scope with who wears each now, and how many match in all. */
export const findDevices = async (db: Db, actor: Actor, filter: DeviceFilter, page: Page): Promise<{ data: WornDevice[]; count: number }> => {
  const conditions = [withinScope(actor, deviceColumns), sql`d.kind in ('vital', 'belt')`]
  if (filter.officeId !== undefined) conditions.push(sql`d.office_id = ${filter.officeId}`)
  if (filter.serialNumber !== undefined) conditions.push(contains('d.serial', filter.serialNumber))
  if (filter.types.length > 0) conditions.push(sql`d.type = any(${filter.types}::int[])`)
  const matches = sql.join(conditions, sql` and `)
  const [found, counted] = await Promise.all([
    sql<Omit<WornDevice, 'deviceTypeValue'>>`
      select d.serial as "serialNumber", d.type::text as "deviceType", d.office_id as "officeId", o.name as "officeName",
             u.user_id as "userId", u.login_id as "userName", u.full_name as "fullName"
        from device d
        join office o on o.office_id = d.office_id
        left join wear w on w.device_id = d.device_id and w.worn_to is null
        left join app_user u on u.user_id = w.user_id and u.deleted_at is null
       where ${matches} order by ${page.order} ${pageOf(page)}`.execute(db),
    sql<{ count: number }>`
      select count(*) as count from device d join office o on o.office_id = d.office_id where ${matches}`.execute(db),
  ])
  return {
    data: found.rows.map((row) => ({ ...row, deviceTypeValue: deviceTypeNames[row.deviceType] ?? row.deviceType })),
    count: counted.rows[0]?.count ?? 0,
  }
}
