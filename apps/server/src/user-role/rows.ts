import { isWorkerRole, roleNames, type UserRole } from '@mimamori/contract'
import { sql } from 'kysely'
import { heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../organisation/heat-layers.ts'
import type { Db } from '../platform/context.ts'
import { japanDay, toJapanIsoOrNull } from '../platform/japan-time.ts'
import { type InstantField, storedFields } from './columns.ts'

type Selected = Omit<UserRole, 'roleJp' | 'referenceWbgt' | InstantField> &
  HeatLayerRow & { readonly [Instant in InstantField]: Date | null }

/** The reference value of a worker; administrators stand in no heat. */
const referenceOf = (selected: Selected, today: string): number | null =>
  isWorkerRole(selected.role) && selected.officeId !== null ? heatBasisOfRow(selected, today).limitWbgt : null

const toRow = (selected: Selected, today: string): UserRole => ({
  ...selected,
  roleJp: roleNames[selected.role],
  consentAt: toJapanIsoOrNull(selected.consentAt),
  consentWithdrawnAt: toJapanIsoOrNull(selected.consentWithdrawnAt),
  referenceWbgt: referenceOf(selected, today),
})

const kept = sql.join(Object.entries(storedFields).map(([field, column]) => sql`${sql.ref(`u.${column}`)} as ${sql.ref(field)}`))

/** The persons of these ids as lists and forms have them, in the order given. The caller has seen to reach. */
export const readUserRows = async (db: Db, userIds: readonly number[], now: Date): Promise<UserRole[]> => {
  if (userIds.length === 0) return []
  const { rows } = await sql<Selected>`
    select ${kept}, u.user_id as "userId", c.name as "companyName", o.name as "officeName", u.group_id as "groupId", g.name as "groupName",
           u.role, u.locked_at is not null as "isLockedOut", u.password_hash is not null as "hasPassword", u.version,
           vital.serial as "meditagId", vital.type::text as "meditagType", belt.serial as "safetyBeltId", belt.type::text as "safetyBeltType",
           ${sql.raw(heatLayerColumns)},
           not exists (select from alert a where a.user_id = u.user_id and a.handling <> 'closed') as "canDelete"
      from unnest(${userIds}::int[]) with ordinality as wanted (user_id, place)
      join app_user u on u.user_id = wanted.user_id
      left join company c on c.company_id = u.company_id
      left join office o on o.office_id = u.office_id
      left join work_group g on g.group_id = u.group_id
      left join lateral (select d.serial, d.type from wear w join device d on d.device_id = w.device_id
                          where w.user_id = u.user_id and w.slot = 'vital' and w.worn_to is null) vital on true
      left join lateral (select d.serial, d.type from wear w join device d on d.device_id = w.device_id
                          where w.user_id = u.user_id and w.slot = 'belt' and w.worn_to is null) belt on true
     order by wanted.place`.execute(db)
  const today = japanDay(now)
  return rows.map((selected) => toRow(selected, today))
}
