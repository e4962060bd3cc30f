import type { Role } from '@mimamori/contract'
import type { PersonKey } from '../../organisation/keys.ts'
import { officesOf } from '../../organisation/scope.ts'
import type { Actor } from '../../../platform/http/route.ts'

/**
 * The company, office, group and person of a row, which its scope depends on. Of an episode also whether it is a drill, and whether it
 * is a report (申告) about nobody who is known.
 */
export type Owner = {
  readonly companyId: number
  readonly officeId: number
  readonly groupId: number | null
  readonly userId: number | null
  readonly drill?: boolean
  readonly ofNobody?: boolean
}

/** The people whom rows are about; some rows are about a device or a site. */
export const personKeysOf = (rows: readonly { readonly owner: Owner }[]): PersonKey[] =>
  rows.flatMap(({ owner: { companyId, userId } }) => (userId === null ? [] : [{ companyId, userId }]))

/** What of an actor says what they see. */
export type Viewer = Pick<Actor, 'role' | 'userId' | 'companyId' | 'officeId' | 'groupId' | 'readKey'>

/**
 * The rule of `withinScope`, of episodes that of `isInScope`, for a row already read, since one row read goes to many listeners. A test holds the two
 * against each other.
 */
export const maySee = (viewer: Viewer, owner: Owner): boolean => {
  if (viewer.role === 'AdminUnitService') return true
  if (owner.companyId !== viewer.companyId) return false
  if (viewer.readKey !== undefined) return viewer.readKey.officeIds.includes(owner.officeId)
  switch (viewer.role) {
    case 'AdminUnitContract':
      return true
    case 'HeadquartersAdmin':
      return owner.officeId === viewer.officeId
    case 'GroupLeader':
    case 'GroupSubLeader':
      if ((owner.drill === true || owner.ofNobody === true) && owner.groupId === null) return owner.officeId === viewer.officeId
      return viewer.groupId === null ? owner.userId === viewer.userId : owner.groupId === viewer.groupId
    case 'User':
      return owner.userId === viewer.userId
    default:
      return viewer.role satisfies never
  }
}

/**
 * Whether the office of a row is the viewer's too. What somebody went through goes with them to another one; the names,
 * places and words of the office they left do not.
 */
export const seesOffice = (viewer: Viewer, { companyId, officeId }: Pick<Owner, 'companyId' | 'officeId'>): boolean =>
  viewer.role === 'AdminUnitService' || (viewer.companyId === companyId && officesOf(viewer)?.includes(officeId) !== false)

/**
 * Whether a role sees what is usual for a person (本人の目安) in the rows it may see: the person, a leader of their group and an
 * administrator of their site or company do, the service's administrators do not. Source: decisions/0121.
 */
export const seesOwnMeasure = (role: Role): boolean => role !== 'AdminUnitService'
