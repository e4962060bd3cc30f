import { type RawBuilder, sql } from 'kysely'
import type { AlertKey, OfficeKey } from '../../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'

export const silenceKinds = ['silent', 'gatewaySilent', 'siteSilent'] as const
export type SilenceKind = (typeof silenceKinds)[number]

/** A line of silence that stands: a person's (`userId`), a gateway's (`deviceId`), or the site's; `userIds` are those named. */
export type OpenLine = AlertKey &
  OfficeKey & {
    readonly kind: SilenceKind
    readonly userId: number | null
    readonly deviceId: number | null
    readonly userIds: readonly number[]
  }

/** Limits a query to some offices, by the columns that name them; without any, to none. */
export const ofTheseOffices = (
  offices: readonly OfficeKey[] | null,
  columns: { readonly company: string; readonly office: string },
): RawBuilder<boolean> =>
  offices === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(columns.company)}, ${sql.ref(columns.office)}) in (
        select * from unnest(${offices.map(({ companyId }) => companyId)}::int[], ${offices.map(({ officeId }) => officeId)}::int[]))`

/** The lines of silence that stand, at these offices or at all. */
export const findOpenLines = async (db: Db, offices: readonly OfficeKey[] | null): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.kind, a.user_id as "userId",
           a.device_id as "deviceId", coalesce(a.reason->'userIds', '[]') as "userIds"
      from alert a
     where a.ended_at is null and a.kind in ('silent', 'gatewaySilent', 'siteSilent')
       and ${ofTheseOffices(offices, { company: 'a.company_id', office: 'a.office_id' })}`.execute(db)
  return rows
}
