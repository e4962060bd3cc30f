import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { DeviceWord } from '../organisation/find-serial.ts'

export type Locked = {
  readonly device_id: number
  readonly serial: string
  readonly kind: DeviceWord
  readonly type: number
  readonly version: number
}

/**
 * Locks a device of a locked office against other changes. Its readings are still judged.
 * @throws Refusal 404 where it has gone since it was found
 */
export const lockDevice = async (
  db: Db,
  { device_id, office_id }: { readonly device_id: number; readonly office_id: number },
): Promise<Locked> => {
  const { rows } = await sql<Locked>`
    select d.device_id, d.serial, d.kind, d.type, d.version from device d
     where d.device_id = ${device_id} and d.office_id = ${office_id} for no key update`.execute(db)
  const [locked] = rows
  if (locked === undefined) throw notFound()
  return locked
}
