import type { ExpectedCells } from '../../platform/exchange/read-row.ts'
import type { LoginIdWay } from '@mimamori/contract'
import type { FileRole } from './csv-columns.ts'

/** Where the people of a file belong, and as what. */
export type Target = {
  readonly role: FileRole
  /** The provider's own for the service's administrators. */
  readonly companyId: number
  readonly officeId: number | null
  /** Of the office; null where there is none. */
  readonly baseCode: string | null
  /** How login IDs are made that a file of workers leaves out; null where it must give them. */
  readonly loginIds: LoginIdWay | null
  /** What rows that name a company or an office must name. */
  readonly expected: ExpectedCells
}

/** SQL: the living persons (alias `u`) whom a file for the target may change. The numbers are the database's own. */
export const isOfTarget = ({ role, companyId, officeId }: Target): string => {
  const roles = role === 'User' ? `('User', 'GroupLeader', 'GroupSubLeader')` : `('${role}')`
  const belongs = officeId === null ? '' : ` and u.office_id = ${officeId}`
  return `u.company_id = ${companyId}${belongs} and u.deleted_at is null and u.role in ${roles}`
}
