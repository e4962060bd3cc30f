import { type RawBuilder, sql } from 'kysely'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { officesOf } from '../../shared/organisation/scope.ts'
import type { Viewer } from './console-subscriber.ts'

/** Whose rows anybody looks at: of everybody, of whole companies, or of some offices, groups and people. */
export type Audience = {
  readonly ofAll: boolean
  readonly companyIds: ReadonlySet<number>
  readonly officeIds: ReadonlySet<number>
  readonly groupIds: ReadonlySet<number>
  readonly userIds: ReadonlySet<number>
  /** The companies of those offices and groups; undefined where one is not known. */
  readonly companiesInPart: ReadonlySet<number> | undefined
}

/**
 * What these viewers look at together. It may be more than they may see: the rows that are read are asked one by one (`maySee`), but
 * nothing is left out that one of them sees.
 */
export const audienceOf = (viewers: Iterable<Viewer>): Audience => {
  const [companyIds, officeIds, groupIds, userIds] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()]
  const companiesInPart = new Set<number>()
  let [ofAll, isCompanyUnknown] = [false, false]
  for (const { actor, narrowing } of viewers) {
    const { role, companyId, userId } = actor
    const isLeader = role === 'GroupLeader' || role === 'GroupSubLeader'
    const groupId = narrowing.groupId ?? (isLeader ? actor.groupId : undefined)
    const offices = narrowing.officeId === undefined ? officesOf(actor) : [narrowing.officeId]
    if (role === 'User' || groupId === null) userIds.add(userId)
    else if (groupId !== undefined) groupIds.add(groupId)
    else if (offices !== null) for (const officeId of offices) officeIds.add(officeId)
    else if (role === 'AdminUnitService') ofAll = true
    else companyIds.add(companyId)
    if (role === 'User') continue
    companiesInPart.add(companyId)
    isCompanyUnknown ||= role === 'AdminUnitService'
  }
  return { ofAll, companyIds, officeIds, groupIds, userIds, companiesInPart: isCompanyUnknown ? undefined : companiesInPart }
}

/** Those of these people whose rows have to be read, as far as their keys say. */
export const mayBeLookedAt = ({ companiesInPart, userIds }: Audience, people: readonly PersonKey[]): readonly PersonKey[] =>
  companiesInPart === undefined ? people : people.filter(({ companyId, userId }) => companiesInPart.has(companyId) || userIds.has(userId))

/** The condition that somebody looks at a person (alias `u`); undefined where everybody of their companies is looked at. */
export const isLookedAt = (audience: Audience, people: readonly PersonKey[]): RawBuilder<boolean> | undefined => {
  const { ofAll, companyIds, officeIds, groupIds, userIds } = audience
  if (ofAll || people.every(({ companyId }) => companyIds.has(companyId))) return undefined
  return sql<boolean>`(u.company_id = any(${[...companyIds]}::int[]) or u.office_id = any(${[...officeIds]}::int[])
    or u.group_id = any(${[...groupIds]}::int[]) or u.user_id = any(${[...userIds]}::int[]))`
}
