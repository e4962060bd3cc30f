import { sql } from 'kysely'
import type { DeviceKey, OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { DeviceWord } from '../../shared/organisation/find-serial.ts'

export type Locked = {
  readonly serial: string
  readonly kind: DeviceWord
  readonly type: number
  readonly version: number
}

/**
 * Locks a device of a locked office against other changes. Its readings are still judged.
 * @throws Refusal 404 where it has gone since it was found
 */
export const lockDevice = async (db: Db, { companyId, deviceId, officeId }: DeviceKey & OfficeKey): Promise<Locked> => {
  const { rows } = await sql<Locked>`
    select d.serial, d.kind, d.type, d.version from device d
     where d.company_id = ${companyId} and d.device_id = ${deviceId} and d.office_id = ${officeId} for no key update`.execute(db)
  const [locked] = rows
  if (locked === undefined) throw notFound()
  return locked
}
