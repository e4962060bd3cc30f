import { isWorkerRole, roleNames, type UserRole } from '@mimamori/contract'
import { sql } from 'kysely'
import { heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../organisation/heat-layers.ts'
import type { Db } from '../platform/context.ts'
import { japanDay, toJapanIsoOrNull } from '../platform/japan-time.ts'

type Columns = Omit<UserRole, 'roleJp' | 'consentAt' | 'consentWithdrawnAt' | 'referenceWbgt'>

type Selected = Columns & HeatLayerRow & { readonly consent_at: Date | null; readonly consent_withdrawn_at: Date | null }

/** The reference value of a worker; administrators stand in no heat. */
const referenceOf = (selected: Selected, today: string): number | null =>
  isWorkerRole(selected.role) && selected.officeId !== null ? heatBasisOfRow(selected, today).limitWbgt : null

const toRow = (selected: Selected, today: string): UserRole => ({
  ...selected,
  roleJp: roleNames[selected.role],
  consentAt: toJapanIsoOrNull(selected.consent_at),
  consentWithdrawnAt: toJapanIsoOrNull(selected.consent_withdrawn_at),
  referenceWbgt: referenceOf(selected, today),
})

/** The persons of these ids as lists and forms have them, in the order given. The caller has seen to reach. */
export const readUserRows = async (db: Db, userIds: readonly number[], now: Date): Promise<UserRole[]> => {
  if (userIds.length === 0) return []
  const { rows } = await sql<Selected>`
    select u.user_id as "userId", u.login_id as "userName", u.full_name as "fullName", u.furigana,
           u.phone_number as "phoneNumber", u.email, u.company_id as "companyId", c.name as "companyName",
           u.office_id as "officeId", o.name as "officeName", u.group_id as "groupId", g.name as "groupName",
           u.role, u.locked_at is not null as "isLockedOut", u.password_hash is not null as "hasPassword",
           u.worker_code as "workerCode", u.gender, u.date_of_birth as "dateOfBirth", u.affiliation1, u.affiliation2,
           u.affiliation3, vital.serial as "meditagId", vital.type::text as "meditagType", belt.serial as "safetyBeltId",
           belt.type::text as "safetyBeltType", u.consent_at, u.consent_withdrawn_at, u.first_exposure_on as "firstExposureOn",
           u.metabolic_class as "metabolicClass", u.acclimatised, u.clothing, u.version,
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
