import type { Role } from '@mimamori/contract/role'

/** What tells the three kinds of administrators apart. */
export type AdminKind = {
  readonly role: Role
  readonly name: string
  /** Where its screens stand. */
  readonly root: string
  readonly importPath: string
}

export const serviceAdmin = {
  role: 'AdminUnitService',
  name: 'サービス管理者',
  root: '/admin-unit-service',
  importPath: '/admin-unit-service/inputFile',
} as const satisfies AdminKind
export const contractAdmin = {
  role: 'AdminUnitContract',
  name: '契約管理者',
  root: '/admin-unit-contract',
  importPath: '/admin-unit-contract/inputFile',
} as const satisfies AdminKind
export const baseAdmin = {
  role: 'HeadquartersAdmin',
  name: '拠点管理者',
  root: '/base-admin',
  importPath: '/base-admin/inputfile',
} as const satisfies AdminKind
