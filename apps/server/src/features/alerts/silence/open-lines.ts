import { type SilenceKind, silenceKinds } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AlertKey, OfficeKey } from '../../../shared/organisation/keys.ts'
import { type TenantFilter, tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../../platform/context.ts'

/** An open line of silence: a person's (`userId`), a gateway's or an instrument's (`deviceId`), or the site's; `userIds` are those named. */
export type OpenLine = AlertKey &
  OfficeKey & {
    readonly kind: SilenceKind
    readonly userId: number | null
    readonly deviceId: number | null
    readonly userIds: readonly number[]
  }

/** Some offices of one company. */
export type Offices = { readonly companyId: number; readonly officeIds: readonly number[] }

/** Whose silence is meant: that of some offices, or of all companies that fulfil a condition. */
export type SilenceScope = Offices | TenantFilter

/** Limits a table, by its alias, to these. */
export const ofThese = (scope: SilenceScope, alias: string): RawBuilder<boolean> =>
  typeof scope === 'function'
    ? scope(alias)
    : sql<boolean>`(${tenantsOf([scope])(alias)} and ${sql.ref(`${alias}.office_id`)} = any(${scope.officeIds}::int[]))`

/** The companies of these. */
export const tenantsOfSilence = (scope: SilenceScope): TenantFilter => (typeof scope === 'function' ? scope : tenantsOf([scope]))

/** The open lines of silence. */
export const findOpenLines = async (db: Db, scope: SilenceScope): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.kind, a.user_id as "userId",
           a.device_id as "deviceId", coalesce(a.reason->'userIds', '[]') as "userIds"
      from alert a
     where a.ended_at is null and a.kind in (${sql.join(silenceKinds.map((kind) => sql.lit(kind)))})
       and ${ofThese(scope, 'a')}`.execute(db)
  return rows
}
