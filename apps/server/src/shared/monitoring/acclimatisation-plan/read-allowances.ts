import type { Acclimatisation, LimitedPerson } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey, PersonKey } from '../../organisation/keys.ts'
import { planOfRow } from './plan-of-row.ts'
import { type PlanOf, readPlanRows } from './plan-rows.ts'

/** Somebody whose time in heat is limited on a day, by the acclimatisation plan or by a doctor's or an administrator's word. */
export type Allowance = LimitedPerson

/**
 * The people of a site whose time in heat is limited on a working day, that of now or one to come, in kana order. The reasons of
 * overrides are health data: never on paper, in mails or on wallboards. Of an archived site there are none.
 */
export const readAllowances = async (db: Db, of: PlanOf): Promise<Allowance[]> => {
  const people = await readPlanRows(db, of)
  return people.flatMap(({ row, day }) => {
    const plan = planOfRow(row, day)
    const { share, allowedMinutes } = plan
    if (share === null || allowedMinutes === null) return []
    const { user_id: userId, full_name: fullName, furigana, group_id: groupId, group_name: groupName } = row
    return [{ ...plan, userId, fullName, furigana, groupId, groupName, share, allowedMinutes }]
  })
}

/** A person's plan of the working day that runs at their site, in full; null where the site is archived or they are not measured. */
export const readOwnPlan = async (
  db: Db,
  { companyId, officeId, userId }: OfficeKey & PersonKey,
  now: Date,
): Promise<Acclimatisation | null> => {
  const [person] = await readPlanRows(db, { companyId, officeId, now, condition: sql<boolean>`u.user_id = ${userId}` })
  return person === undefined ? null : planOfRow(person.row, person.day)
}
