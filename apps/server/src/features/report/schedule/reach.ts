import { addressKey, admins } from '@mimamori/contract'
import { sql } from 'kysely'
import { type OfficeKey, providerId } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'

export type SenderProblem = 'senderGone' | 'senderDisabled' | 'senderOutside'

/** A schedule's site, who saved it last, and its recipients. */
export type ScheduleRecipients = OfficeKey & {
  readonly senderCompanyId: number
  readonly senderId: number
  readonly addresses: readonly string[]
}

/**
 * Why a schedule cannot be sent within the rights of who saved it last, as they are now, null where it can; and of each of its
 * addresses whether it is that of an account that sees the site now.
 */
export type Reach = {
  readonly senderName: string
  readonly senderProblem: SenderProblem | null
  readonly addresses: readonly { readonly address: string; readonly inside: boolean }[]
}

type Account = {
  readonly company_id: number
  readonly user_id: number
  readonly role: string
  readonly office_id: number | null
  readonly name: string | null
  readonly email: string | null
  readonly is_gone: boolean
  readonly is_disabled: boolean
}

const findAccounts = async (db: Db, companyId: number, schedules: readonly ScheduleRecipients[]): Promise<Account[]> => {
  const senders = schedules.flatMap(({ senderCompanyId, senderId }) => (senderCompanyId === companyId ? [senderId] : []))
  const emails = schedules.flatMap(({ addresses }) => addresses.map(addressKey))
  const { rows } = await sql<Account>`
    select u.company_id, u.user_id, u.role, u.office_id, u.full_name as name, lower(u.email) as email,
           u.deleted_at is not null as is_gone, u.disabled_at is not null as is_disabled
      from app_user u
     where u.company_id = ${companyId} and (u.user_id = any(${senders}::int[]) or lower(u.email) = any(${emails}::text[]))`.execute(db)
  return rows
}

// Anyone who reads reports of a site: administrators within their reach.
const reaches = (
  { company_id: companyId, role, office_id: officeId, is_gone: isGone, is_disabled: isDisabled }: Account,
  site: OfficeKey,
): boolean =>
  !isGone &&
  !isDisabled &&
  admins.some((admin) => admin === role) &&
  (role !== 'HeadquartersAdmin' || officeId === site.officeId) &&
  companyId === (role === 'AdminUnitService' ? providerId : site.companyId)

const problemOf = (sender: Account | undefined, site: OfficeKey): SenderProblem | null => {
  if (sender === undefined || sender.is_gone) return 'senderGone'
  if (sender.is_disabled) return 'senderDisabled'
  return reaches(sender, site) ? null : 'senderOutside'
}

/**
 * The reach of schedules, in their order. Asked company by company: a sender may be the provider's, whose rows lie elsewhere
 * where the database is a cluster.
 */
export const findReaches = async (db: Db, schedules: readonly ScheduleRecipients[]): Promise<Reach[]> => {
  if (schedules.length === 0) return []
  const companyIds = new Set([providerId, ...schedules.flatMap(({ companyId, senderCompanyId }) => [companyId, senderCompanyId])])
  const accounts: Account[] = []
  for (const companyId of companyIds) accounts.push(...(await findAccounts(db, companyId, schedules)))
  return schedules.map((schedule) => {
    const sender = accounts.find(
      ({ company_id: companyId, user_id: userId }) => companyId === schedule.senderCompanyId && userId === schedule.senderId,
    )
    const inside = new Set(accounts.filter((account) => reaches(account, schedule)).map(({ email }) => email))
    return {
      senderName: sender?.name ?? '',
      senderProblem: problemOf(sender, schedule),
      addresses: schedule.addresses.map((address) => ({ address, inside: inside.has(addressKey(address)) })),
    }
  })
}
