import { type RawBuilder, sql } from 'kysely'
import type { AlertKey, OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'

export const silenceKinds = ['silent', 'gatewaySilent', 'siteSilent'] as const
export type SilenceKind = (typeof silenceKinds)[number]

/** An open line of silence: a person's (`userId`), a gateway's (`deviceId`), or the site's; `userIds` are those named. */
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
export type SilenceScope = Offices | ((companyId: RawBuilder<unknown>) => RawBuilder<boolean>)

/** Limits a query to these, by the columns that name them. */
export const ofThese = (whose: SilenceScope, columns: { readonly company: string; readonly office: string }): RawBuilder<boolean> =>
  typeof whose === 'function'
    ? whose(sql.ref(columns.company))
    : sql<boolean>`(${sql.ref(columns.company)} = ${whose.companyId} and ${sql.ref(columns.office)} = any(${whose.officeIds}::int[]))`

/** Limits a table, by its alias, to their companies: said in each subquery, it lets a cluster ask the nodes of these alone. */
export const ofTheirCompanies = (whose: SilenceScope, alias: string): RawBuilder<boolean> => {
  const column = sql.ref(`${alias}.company_id`)
  return typeof whose === 'function' ? whose(column) : sql<boolean>`${column} = ${whose.companyId}`
}

/** The open lines of silence. */
export const findOpenLines = async (db: Db, whose: SilenceScope): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.kind, a.user_id as "userId",
           a.device_id as "deviceId", coalesce(a.reason->'userIds', '[]') as "userIds"
      from alert a
     where a.ended_at is null and a.kind in ('silent', 'gatewaySilent', 'siteSilent')
       and ${ofThese(whose, { company: 'a.company_id', office: 'a.office_id' })}`.execute(db)
  return rows
}
