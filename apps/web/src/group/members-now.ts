import type { HealthRow } from '@mimamori/contract/health-condition'
import type { UserRole } from '@mimamori/contract/person'
import { byUrgency, gradeOf } from '../marks/grade.ts'

/** Somebody of the group, and how they are; `now` is absent where nothing of them has ever come in. */
export type Member = { readonly person: UserRole; readonly now: HealthRow | undefined }

/** The people of a group with their condition, the most urgent first, else in the order given. */
export const membersNow = (people: readonly UserRole[], rows: readonly HealthRow[]): Member[] => {
  const byId = new Map(rows.map((row) => [row.userId, row]))
  const grade = ({ now }: Member) => (now === undefined ? undefined : gradeOf(now))
  return people.map((person) => ({ person, now: byId.get(person.userId) })).toSorted((a, b) => byUrgency(grade(a), grade(b)))
}
