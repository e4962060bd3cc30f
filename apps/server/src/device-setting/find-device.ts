import { message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { DeviceKey, OfficeKey } from '../organisation/keys.ts'
import type { Db } from '../platform/context.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import type { Actor } from '../platform/route.ts'
import { deviceColumns, ofOffice, withinScope } from '../organisation/scope.ts'

export type ChosenOffice = { readonly companyId?: number | undefined; readonly officeId?: number | undefined }
export type SettableDevice = DeviceKey & OfficeKey & { readonly serial: string }

/**
 * The device of a kind with that serial, in scope and at the place, where one is named.
 * @param locked holds the device until the transaction ends, so that its settings are saved one after another
 * @throws Refusal 404 where there is none, 400 where several offices have one and none was named
 */
export const findDevice = async (
  db: Db,
  actor: Actor,
  kind: 'belt' | 'barometer',
  serial: string,
  { companyId, officeId }: ChosenOffice,
  locked = false,
): Promise<SettableDevice> => {
  const conditions = [withinScope(actor, deviceColumns), sql`d.kind = ${kind}`, sql`d.serial = ${serial.normalize('NFKC').trim()}`]
  if (officeId !== undefined) conditions.push(ofOffice(deviceColumns, officeId))
  if (companyId !== undefined) conditions.push(sql`d.company_id = ${companyId}`)
  const { rows } = await sql<SettableDevice>`
    select d.device_id as "deviceId", d.serial, d.office_id as "officeId", d.company_id as "companyId" from device d
     where ${sql.join(conditions, sql` and `)}
     limit 2 ${locked ? sql`for no key update` : sql``}`.execute(db)
  const [found, another] = rows
  if (found === undefined) throw notFound()
  if (another !== undefined) throw badRequest(message('deviceAmbiguous', { serial }))
  return found
}
