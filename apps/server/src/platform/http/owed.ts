import { message, type Owed, owedWords } from '@mimamori/contract'
import { sql } from 'kysely'
import { Refusal } from '../errors.ts'

/**
 * True of `app_user as u` where their tenant asks a second factor of its administrators and they have none.
 * @param companyIds the tenants of all who are looked at
 */
const lacksSecondFactor = (companyIds: readonly number[]) => sql<boolean>`(
  u.role in ('AdminUnitService', 'AdminUnitContract')
  and exists (select from master_setting m
               where m.company_id = u.company_id and m.company_id = any(${companyIds}::int[]) and m.office_id is null
                 and m.type = 'SIGN_IN_SETTING' and m.key = 'SECOND_FACTOR_REQUIRED' and m.value = '1')
  and not exists (select from totp t where t.company_id = u.company_id and t.company_id = any(${companyIds}::int[]) and t.user_id = u.user_id and t.confirmed_at is not null)
  and not exists (select from passkey k where k.company_id = u.company_id and k.company_id = any(${companyIds}::int[]) and k.user_id = u.user_id))`

/** The columns of `app_user as u` that say what somebody has to settle first: a query that reads a person for a call selects them too. */
export const owedColumns = (companyIds: readonly number[]) =>
  ['u.must_change_password', lacksSecondFactor(companyIds).as('must_enrol')] as const

/**
 * True of `app_user as u` and their `session as s` where something is to be settled first; on a provider's word nothing is, nor for a card,
 * which a password has nothing to do with.
 */
export const owesSomething = (companyIds: readonly number[]) =>
  sql<boolean>`(not s.by_provider and not s.by_card and (u.must_change_password or ${lacksSecondFactor(companyIds)}))`

type Debtor = { readonly must_change_password: boolean; readonly must_enrol: boolean }

/** What somebody has to settle before they may work, the first thing first. */
export const owedBy = (debtor: Debtor): Owed[] => {
  const owed: Owed[] = []
  if (debtor.must_change_password) owed.push('newPassword')
  if (debtor.must_enrol) owed.push('secondFactor')
  return owed
}

/** 403 that says what to settle first. */
export const refusedWhileOwing = (owed: Owed): Refusal => new Refusal(403, [message(owedWords[owed])])
