import { isWorkerRole, roleNames, type UserRole } from '@mimamori/contract'
import { sql } from 'kysely'
import { daysWithoutExposureOfRow, heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../../shared/organisation/heat-layers.ts'
import { type PersonKey, providerId } from '../../shared/organisation/keys.ts'
import { isLockedOut } from './account-lockout.ts'
import { tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import { hasSecondFactor } from '../../shared/accounts/second-factor.ts'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { japanDay, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { type InstantField, storedFields } from './columns.ts'

type DerivedHeat = 'observedAcclimatised' | 'daysWithoutExposure' | 'referenceWbgt'

type Selected = Omit<UserRole, 'roleJp' | DerivedHeat | InstantField | 'guestUntil'> & {
  readonly [Instant in InstantField]: Date | null
} & {
  readonly guestUntil: Date | null
  readonly layers: HeatLayerRow
}

/** What follows for the heat of a worker on usual days, without 要注意, which not all who read accounts may see; nothing does for administrators. */
const heatOf = (selected: Selected, today: string): Pick<UserRole, DerivedHeat> => {
  const isExposed = isWorkerRole(selected.role) && selected.officeId !== null
  return {
    observedAcclimatised: selected.layers.observed_acclimatised,
    daysWithoutExposure: isExposed ? daysWithoutExposureOfRow(selected.layers, today) : null,
    referenceWbgt: isExposed ? heatBasisOfRow(selected.layers, today).limitWbgt : null,
  }
}

const toRow = (selected: Selected, now: Date): UserRole => {
  const { layers: _, ...stored } = selected
  return {
    ...stored,
    companyId: stored.companyId === providerId ? null : stored.companyId,
    roleJp: roleNames[stored.role],
    consentAt: toJapanIsoOrNull(stored.consentAt),
    consentWithdrawnAt: toJapanIsoOrNull(stored.consentWithdrawnAt),
    guestUntil: toJapanIsoOrNull(stored.guestUntil),
    ...heatOf(selected, japanDay(now)),
  }
}

const storedColumns = sql.join(Object.entries(storedFields).map(([field, column]) => sql`${sql.ref(`u.${column}`)} as ${sql.ref(field)}`))

/** These persons as lists and forms have them, in the order given. The caller has seen to reach. */
export const readUserRows = async (db: Db, people: readonly PersonKey[], now: Date): Promise<UserRole[]> => {
  if (people.length === 0) return []
  const tenant = tenantsOf(people)
  const { rows } = await sql<Selected>`
    select ${storedColumns}, u.user_id as "userId", c.name as "companyName", o.name as "officeName", u.group_id as "groupId", g.name as "groupName",
           u.role, ${isLockedOut(now, tenant)} as "isLockedOut", u.disabled_at is not null as "isDisabled", u.password_hash is not null as "hasPassword", u.version,
           u.guest_until as "guestUntil", own.version as "consentVersion",
           case when own.version is not null then 'page' when coalesce(u.consent_withdrawn_at, u.consent_at) is not null then 'paper' end as "consentMeans",
           ${hasSecondFactor(tenant)} as "hasSecondFactor",
           vital.serial as "meditagId", vital.type::text as "meditagType", belt.serial as "safetyBeltId", belt.type::text as "safetyBeltType",
           (select to_json(l) from (select ${sql.raw(heatLayerColumns)}) l) as layers,
           not exists (
             select from alert a where a.company_id = u.company_id and ${tenant('a')} and a.user_id = u.user_id
                                   and a.handling <> 'closed' and not a.withdrawn)
           and not exists (
             select from device_alarm d where d.company_id = u.company_id and ${tenant('d')} and d.user_id = u.user_id
                                          and d.state = 'pending') as "canDelete"
      from unnest(${people.map(({ companyId }) => companyId)}::int[], ${people.map(({ userId }) => userId)}::int[])
           with ordinality as wanted (company_id, user_id, place)
      join app_user u on u.company_id = wanted.company_id and u.user_id = wanted.user_id
      left join company c on c.company_id = u.company_id and c.company_id <> ${providerId}
      left join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
      left join consent_act own on own.company_id = u.company_id and ${tenant('own')} and own.user_id = u.user_id
                               and own.at = coalesce(u.consent_withdrawn_at, u.consent_at) and own.given = (u.consent_withdrawn_at is null)
      left join lateral (select d.serial, d.type from wear w join device d on d.company_id = w.company_id and d.device_id = w.device_id
                          where w.company_id = u.company_id and ${tenant('w')} and w.user_id = u.user_id
                            and w.slot = 'vital' and w.worn_to is null) vital on true
      left join lateral (select d.serial, d.type from wear w join device d on d.company_id = w.company_id and d.device_id = w.device_id
                          where w.company_id = u.company_id and ${tenant('w')} and w.user_id = u.user_id
                            and w.slot = 'belt' and w.worn_to is null) belt on true
     where ${tenant('u')}
     order by wanted.place`.execute(db)
  return rows.map((selected) => toRow(selected, now))
}

/** The same of one person. @throws Refusal 404 where there is none */
export const readUserRow = async (db: Db, person: PersonKey, now: Date): Promise<UserRole> => {
  const [row] = await readUserRows(db, [person], now)
  if (row === undefined) throw notFound()
  return row
}
