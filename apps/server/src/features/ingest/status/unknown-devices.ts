import { mostUnregistered, type UnknownSender, type UnregisteredDevice } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

/** Whether a device of the kind can have the number. */
export type IsRegistrable = (named: Pick<UnregisteredDevice, 'kind' | 'serialNumber'>) => boolean

type UnknownRow = Pick<UnknownSender, 'kind' | 'serialNumber' | 'count' | 'keyId'> & { readonly since: Date; readonly lastAt: Date }

/** What sent to an office since a time and is not registered there; what sent most recently first. @param nameOf what a key or connection is called */
export const findUnknownDevices = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  since: Date,
  nameOf: (keyId: string) => string,
  isRegistrable: IsRegistrable,
): Promise<UnknownSender[]> => {
  const { rows } = await sql<UnknownRow>`
    select n.kind, n.serial as "serialNumber", n.readings as count, coalesce(n.heard_since, n.heard_at) as since, greatest(n.heard_at, n.heard_since) as "lastAt",
           n.key_id as "keyId"
      from unregistered_device n
     where n.company_id = ${companyId} and n.office_id = ${officeId} and n.heard_at > ${since}
       and not exists (
         select from device d
          where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = n.kind and d.serial = n.serial)
     order by n.heard_at desc, n.kind, n.serial limit ${mostUnregistered}`.execute(db)
  return rows.map((row) => ({
    ...row,
    since: toJapanIso(row.since),
    lastAt: toJapanIso(row.lastAt),
    keyName: row.keyId === null ? null : nameOf(row.keyId),
    isRegistrable: isRegistrable(row),
  }))
}
