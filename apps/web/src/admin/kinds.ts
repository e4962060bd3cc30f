import { screens } from '@mimamori/contract/screens'

/** What distinguishes the three kinds of administrators. */
export const serviceAdmin = {
  role: 'AdminUnitService',
  list: screens.serviceAdminList,
  create: screens.serviceAdminCreate,
  edit: screens.serviceAdminEdit,
  import: screens.serviceAdminImport,
} as const
export const contractAdmin = {
  role: 'AdminUnitContract',
  list: screens.contractAdminList,
  create: screens.contractAdminCreate,
  edit: screens.contractAdminEdit,
  view: screens.contractAdminView,
  import: screens.contractAdminImport,
} as const
export const baseAdmin = {
  role: 'HeadquartersAdmin',
  list: screens.baseAdminList,
  create: screens.baseAdminCreate,
  edit: screens.baseAdminEdit,
  view: screens.baseAdminView,
  import: screens.baseAdminImport,
} as const

export type AdminKind = typeof serviceAdmin | typeof contractAdmin | typeof baseAdmin
