import type { HealthRow } from '@mimamori/contract/health-condition'
import type { UserRole } from '@mimamori/contract/person'
import { byUrgency, gradeOf, isCaution } from '../marks/grade.ts'

/** What the list shows of a person; role and telephone are absent where only their condition has been read. */
export type MemberPerson = Pick<UserRole, 'userId' | 'fullName' | 'furigana'> & Partial<Pick<UserRole, 'roleJp' | 'phoneNumber'>>

/** Somebody of the group, and how they are; `now` is absent where nothing of them has ever come in. */
export type Member = { readonly person: MemberPerson; readonly now: HealthRow | undefined }

/**
 * The people of a group with their condition, the most urgent first, else in the order given.
 * @param isWhole false where the group has more people than were read: people to be cautious about are shown all the same
 */
export const membersNow = (people: readonly UserRole[], rows: readonly HealthRow[], isWhole: boolean): Member[] => {
  const byId = new Map(rows.map((row) => [row.userId, row]))
  const grade = ({ now }: Member) => (now === undefined ? undefined : gradeOf(now))
  const read = new Set(people.map(({ userId }) => userId))
  const beyond = isWhole ? [] : rows.filter((row) => !read.has(row.userId) && isCaution(gradeOf(row)))
  return [
    ...people.map((person) => ({ person, now: byId.get(person.userId) })),
    ...beyond.map((now) => ({ person: { userId: now.userId, fullName: now.fullName, furigana: now.furigana }, now })),
  ].toSorted((a, b) => byUrgency(grade(a), grade(b)))
}
