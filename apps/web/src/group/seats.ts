import { AlertEmail } from '@mimamori/contract/field'
import { GroupDraft, type Group, type GroupPerson } from '@mimamori/contract/group'
import { message } from '@mimamori/contract/messages'
import { type Role, roleNames } from '@mimamori/contract/role'
import { z } from 'zod'

/** The three places somebody can have in a group, by the names its form sends them under. */
export const seats = ['leaderId', 'listSubleader', 'listMember'] as const
export type Seat = (typeof seats)[number]
export type Seating = Readonly<Record<Seat, readonly GroupPerson[]>>

const People = z.array(z.custom<GroupPerson>()).readonly().default([])

/** The group as its form holds it: whole people, since their names are on screen. */
export const GroupForm = GroupDraft.extend({
  leaderId: People,
  listSubleader: People,
  listMember: People,
  listEmailAlert: z.array(z.string()).default([]),
  /** An address typed and not added yet: a save takes it along, so it must be one. */
  typedAddress: z.string().default(''),
}).superRefine(({ typedAddress }, context) => {
  if (typedAddress.trim() !== '' && !AlertEmail.safeParse(typedAddress).success)
    context.addIssue({ code: 'custom', path: ['listEmailAlert'], params: { rule: 'email' } })
})

/** The account role each place brings. */
const roleOf: Record<Seat, Role> = { leaderId: 'GroupLeader', listSubleader: 'GroupSubLeader', listMember: 'User' }

export const seatingOf = (group: Pick<Group, 'groupLeader' | 'listSubleader' | 'listMember'>): Seating => ({
  leaderId: group.groupLeader,
  listSubleader: group.listSubleader,
  listMember: group.listMember,
})

/** The seat of somebody; undefined if they have none. */
export const seatOf = (seating: Seating, userId: number): Seat | undefined =>
  seats.find((seat) => seating[seat].some((person) => person.userId === userId))

// In one pass: to look for each of ten thousand people among the others takes seconds.
const rolesIn = (seating: Seating): ReadonlyMap<number, Role> =>
  new Map(seats.toReversed().flatMap((seat) => seating[seat].map(({ userId }) => [userId, roleOf[seat]] as const)))

/** Everybody of a group. */
export const everyone = (seating: Seating): readonly GroupPerson[] => seats.flatMap((seat) => seating[seat])

/** The groups people are taken from. */
export const groupsLeft = (after: Seating, groupId: number | undefined): number[] => [
  ...new Set(everyone(after).flatMap((person) => (person.groupId === null || person.groupId === groupId ? [] : [person.groupId]))),
]

export type RoleChange = { readonly userId: number; readonly fullName: string; readonly from: Role; readonly to: Role }

/**
 * Whose account role changes with a save: those in a new place, those from another group's place, and those who lose
 * their place. Anyone without a place is a worker.
 * @param others the groups that people are taken from, as they are
 */
export const roleChanges = (before: Seating, after: Seating, others: readonly Seating[]): RoleChange[] => {
  const people = new Map([...everyone(after), ...everyone(before)].map((person) => [person.userId, person.fullName]))
  const roles = [before, ...others].map(rolesIn)
  const then = rolesIn(after)
  const was = (userId: number) => roles.find((known) => known.has(userId))?.get(userId) ?? 'User'
  return [...people]
    .map(([userId, fullName]) => ({ userId, fullName, from: was(userId), to: then.get(userId) ?? ('User' as const) }))
    .filter(({ from, to }) => from !== to)
}

const namedAtMost = 5

/** C039 with the people it counts, one a line. */
export const roleQuestion = (changes: readonly RoleChange[]): string => {
  const named = changes.slice(0, namedAtMost).map(({ fullName, from, to }) => `${fullName}：${roleNames[from]} → ${roleNames[to]}`)
  const more = changes.length - named.length
  return [message('C039', { count: changes.length }), ...named, ...(more > 0 ? [`ほか${more}人`] : [])].join('\n')
}
