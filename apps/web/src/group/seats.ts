import { GroupDraft, type Group, type GroupPerson } from '@mimamori/contract/group'
import type { Role } from '@mimamori/contract/role'
import { z } from 'zod'

/** The three places somebody can have in a group, by the names its form sends them under. */
export const seats = ['leaderId', 'listSubleader', 'listMember'] as const
export type Seat = (typeof seats)[number]
export type Seating = Readonly<Record<Seat, readonly GroupPerson[]>>

const People = z.array(z.custom<GroupPerson>()).readonly().default([])

/** The group as its form holds it: whole people, since their names are on screen. */
export const GroupForm = GroupDraft.extend({ leaderId: People, listSubleader: People, listMember: People, listEmailAlert: z.array(z.string()).default([]) })

/** The account role each place brings. */
const roleOf: Record<Seat, Role> = { leaderId: 'GroupLeader', listSubleader: 'GroupSubLeader', listMember: 'User' }

export const seatingOf = (group: Pick<Group, 'groupLeader' | 'listSubleader' | 'listMember'>): Seating => ({
  leaderId: group.groupLeader,
  listSubleader: group.listSubleader,
  listMember: group.listMember,
})

/** Where somebody sits; undefined where nowhere. */
export const seatOf = (seating: Seating, userId: number): Seat | undefined =>
  seats.find((seat) => seating[seat].some((person) => person.userId === userId))

const roleIn = (seating: Seating, userId: number): Role | undefined => {
  const seat = seatOf(seating, userId)
  return seat === undefined ? undefined : roleOf[seat]
}

/** Everybody of a group. */
export const everyone = (seating: Seating): readonly GroupPerson[] => seats.flatMap((seat) => seating[seat])

/** The groups people are taken from. */
export const groupsLeft = (after: Seating, groupId: number | undefined): number[] => [
  ...new Set(everyone(after).flatMap((person) => (person.groupId === null || person.groupId === groupId ? [] : [person.groupId]))),
]

/**
 * How many people's account role changes with a save: those in a new place, those from another group's place, and
 * those who lose theirs. Whoever sits nowhere is a worker.
 * @param others the groups that people are taken from, as they are
 */
export const roleChanges = (before: Seating, after: Seating, others: readonly Seating[]): number => {
  const ids = new Set([...everyone(before), ...everyone(after)].map((person) => person.userId))
  const was = (userId: number) => [before, ...others].map((seating) => roleIn(seating, userId)).find((role) => role !== undefined) ?? 'User'
  return [...ids].filter((userId) => was(userId) !== (roleIn(after, userId) ?? 'User')).length
}
