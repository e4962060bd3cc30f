import { endpoints } from '@mimamori/contract/endpoints'
import type { Role } from '@mimamori/contract/role'
import type { UserRole } from '@mimamori/contract/person'
import { call } from '../../platform/api.ts'

/** Saves an account: a new one with its role, or a change of `record`, which keeps the role it has. */
export const saveAccount = (values: Record<string, unknown>, role: Role, record: UserRole | undefined): Promise<UserRole> =>
  record === undefined
    ? call(endpoints.userRole.create, { body: { ...values, role } })
    : call(endpoints.userRole.update, {
        params: { id: record.userId },
        body: { ...values, role: record.role, userId: record.userId, version: record.version },
      })
