import type { Acclimatisation, LimitedPerson } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey, PersonKey } from '../../organisation/keys.ts'
import { planOfRow } from './plan-of-row.ts'
import { type PersonPlanRow, type PlanOf, type PlanRows, readExposureToday, readPlanRows } from './plan-rows.ts'

/** Somebody whose time in heat is limited on a day, by the acclimatisation plan or by a doctor's or an administrator's word. */
export type Allowance = Omit<LimitedPerson, 'appliesToday'>

type Named = Pick<PersonPlanRow, 'furigana' | 'user_id'>

const kana = new Intl.Collator('ja')

/** People in the order of their kana, as lists show them. */
export const inKanaOrder = (one: Named, other: Named): number => kana.compare(one.furigana, other.furigana) || one.user_id - other.user_id

/** The person with their plan; nobody without a limit. */
const limitedBy = (row: PersonPlanRow, plan: Acclimatisation): Allowance[] => {
  const { share, allowedMinutes } = plan
  if (share === null || allowedMinutes === null) return []
  const { user_id: userId, full_name: fullName, furigana, group_id: groupId, group_name: groupName } = row
  return [{ ...plan, userId, fullName, furigana, groupId, groupName, share, allowedMinutes }]
}

/** Those of some people whose time in heat is limited on their day, in the order in which they come. */
export const allowancesOf = async (db: Db, companyId: number, { rows, day }: PlanRows): Promise<Allowance[]> => {
  const people = rows.map((row) => ({ row, plan: planOfRow(row, day) }))
  // What was measured today only climbs a ladder, or keeps somebody off it: nobody else's plan changes by it.
  const climbing = day.date > day.today ? people.filter(({ plan }) => plan.kind !== null).map(({ row }) => row.user_id) : []
  const exposures = climbing.length === 0 ? undefined : await readExposureToday(db, companyId, climbing, day.today)
  return people.flatMap(({ row, plan }) => {
    const exposureToday = exposures?.get(row.user_id)
    return limitedBy(row, exposureToday === undefined ? plan : planOfRow(row, { ...day, exposureToday }))
  })
}

/**
 * The people of a site whose time in heat is limited on a working day, that of now or one to come, in kana order. The reasons of
 * overrides are health data: never on paper, in mails or on wallboards. Of an archived site there are none.
 */
export const readAllowances = async (db: Db, of: PlanOf): Promise<Allowance[]> => {
  const read = await readPlanRows(db, of)
  return read === undefined ? [] : allowancesOf(db, of.companyId, { ...read, rows: read.rows.toSorted(inKanaOrder) })
}

/** A person's plan of the working day that runs at their site, in full; null where the site is archived or they are no worker of it. */
export const readOwnPlan = async (
  db: Db,
  { companyId, officeId, userId }: OfficeKey & PersonKey,
  { now, seesPersonalLimits }: Pick<PlanOf, 'now' | 'seesPersonalLimits'>,
): Promise<Acclimatisation | null> => {
  const read = await readPlanRows(db, { companyId, officeId, now, seesPersonalLimits, condition: sql<boolean>`u.user_id = ${userId}` })
  const row = read?.rows[0]
  return read === undefined || row === undefined ? null : planOfRow(row, read.day)
}
