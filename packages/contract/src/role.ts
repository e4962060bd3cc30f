import { isAmong } from './typed-lists.ts'
import { z } from 'zod'

/** The six roles, widest first, as answers spell them. */
export const roles = ['AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin', 'GroupLeader', 'GroupSubLeader', 'User'] as const

export type Role = (typeof roles)[number]

/** 'Leaders' includes sub-leaders everywhere. */
export const admins = ['AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin'] as const
export const leaders = ['GroupLeader', 'GroupSubLeader'] as const
/** Who wears devices: leaders do as well. */
export const workerRoles = [...leaders, 'User'] as const

export const isWorkerRole = (role: Role): boolean => isAmong(workerRoles, role)

// The customer's systems write the administrators in a second spelling, and in any case.
const otherSpellings: ReadonlyMap<string, Role> = new Map([
  ['admin_unit_service', 'AdminUnitService'],
  ['admin_unit_contract', 'AdminUnitContract'],
  ['admin_headquater', 'HeadquartersAdmin'],
])

/** Reads a role in either spelling of the wire, in any case; undefined where it names none. */
export const parseRole = (text: string): Role | undefined => {
  const folded = text.toLowerCase()
  return otherSpellings.get(folded) ?? roles.find((role) => role.toLowerCase() === folded)
}

/** A role on its way in: either spelling, any case. */
export const WireRole = z.string().transform((text, context): Role => {
  const role = parseRole(text)
  if (role !== undefined) return role
  context.addIssue({ code: 'custom', params: { rule: 'choice' } })
  return z.NEVER
})

export const roleNames: Record<Role, string> = {
  AdminUnitService: 'サービス管理者',
  AdminUnitContract: '契約管理者',
  HeadquartersAdmin: '拠点管理者',
  GroupLeader: '職長',
  GroupSubLeader: '副職長',
  User: '作業者',
}
