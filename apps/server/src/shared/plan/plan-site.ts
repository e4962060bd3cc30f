import { dayMs } from '@mimamori/contract/day'
import { type Clothing, type HeatLayer, type WorkingHours, workingDayAt, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { daysFromTo, japanDay } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../organisation/keys.ts'

/** What of a site its plan rests on. */
export type PlanSite = OfficeKey & {
  readonly officeName: string
  readonly companyName: string
  readonly opensAt: string
  readonly closesAt: string
  readonly hours: WorkingHours
  readonly layer: HeatLayer
}

type Row = {
  readonly name: string
  readonly company_name: string
  readonly opens_at: string
  readonly closes_at: string
  readonly metabolic_class: number
  readonly acclimatised: boolean
  readonly clothing: Clothing
}

/** The site of a plan. Whether the reader may see it is the caller's matter. @throws Refusal 404 where it does not exist */
export const readPlanSite = async (db: Db, { companyId, officeId }: OfficeKey): Promise<PlanSite> => {
  const { rows } = await sql<Row>`
    select o.name, c.name as company_name, o.opens_at::text as opens_at, o.closes_at::text as closes_at, o.metabolic_class, o.acclimatised, o.clothing
      from office o join company c on c.company_id = o.company_id and c.company_id = ${companyId}
     where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  return {
    companyId,
    officeId,
    officeName: row.name,
    companyName: row.company_name,
    opensAt: row.opens_at.slice(0, 5),
    closesAt: row.closes_at.slice(0, 5),
    hours: workingHoursOf(row.opens_at, row.closes_at),
    layer: { metabolicClass: row.metabolic_class, acclimatised: row.acclimatised, clothing: row.clothing },
  }
}

/** The last day that can be planned, from today on: forecasts reach no further. */
const lastDayAhead = 2

/** The days that can be planned: from the site's working day of now to two days after it, or after the day in Japan where that is later. */
export const planDates = ({ hours }: Pick<PlanSite, 'hours'>, now: Date): string[] => {
  const workingDay = workingDayAt(now.getTime(), hours).date
  const today = japanDay(now)
  const latest = workingDay > today ? workingDay : today
  return daysFromTo(workingDay, new Date(Date.parse(latest) + lastDayAhead * dayMs).toISOString().slice(0, 10))
}
