import type { Plan, PlannedRest } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../organisation/keys.ts'

/** The group of people without one. */
const noGroup = 0
const hourMs = 3_600_000

/**
 * Keeps the rest that a plan asks of each group, once a day: what is written remains, whatever later forecasts say. The row of people
 * without a group is written even where there are none, and says that the day has its plan.
 * @returns whether the day had no plan yet
 */
export const storePlannedRests = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { date, groups }: Pick<Plan, 'date' | 'groups'>,
  issuedAt: Date,
): Promise<boolean> => {
  const first = groups.flatMap(({ hours }) => hours)[0]?.at
  const without = { groupId: null, people: 0, unacclimatised: null, hours: [] }
  const rows = [...groups, ...(groups.some(({ groupId }) => groupId === null) ? [] : [without])]
  let isNew = false
  for (const { groupId, people, unacclimatised, hours } of rows) {
    const minutes = hours.map(({ restMinutes }) => restMinutes)
    const lower = unacclimatised?.hours.map(({ restMinutes }) => restMinutes) ?? []
    const { numAffectedRows = 0n } = await sql`
      insert into planned_rest (company_id, office_id, day, group_id, issued_at, people, unacclimatised, first_hour,
                                work_minutes, rest_minutes, unacclimatised_minutes)
      values (${companyId}, ${officeId}, ${date}, ${groupId ?? noGroup}, ${issuedAt}, ${people}, ${unacclimatised?.people ?? 0},
              ${hours[0]?.at ?? first ?? issuedAt}, ${hours.map(({ workMinutes }) => workMinutes)}::smallint[],
              ${minutes}::smallint[], ${lower}::smallint[])
      on conflict (company_id, office_id, day, group_id) do nothing`.execute(db)
    isNew ||= numAffectedRows > 0n
  }
  return isNew
}

type Row = {
  readonly group_id: number
  readonly group_name: string | null
  readonly people: number
  readonly unacclimatised: number
  readonly first_hour: Date
  readonly work_minutes: readonly number[]
  readonly rest_minutes: readonly (number | null)[]
  readonly unacclimatised_minutes: readonly (number | null)[]
}

/**
 * Minutes of rest of a person in an hour, for the share of it that is work: the mean of the group, as the month counts it, where some of
 * its people are under the lower limit.
 */
const minutesIn = (row: Row, index: number): number | null => {
  const { people, unacclimatised } = row
  const [rest, work] = [row.rest_minutes[index] ?? null, row.work_minutes[index] ?? 0]
  if (rest === null) return null
  const lower = row.unacclimatised_minutes[index] ?? 0
  return Math.round(((((people - unacclimatised) * rest + unacclimatised * lower) / people) * work) / 60)
}

/**
 * The rest that the plan of a working day asked of a site's groups (alias `g`, null for people without one), by hour; none where the day
 * has no plan.
 */
export const readPlannedRests = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  day: string,
  condition: RawBuilder<boolean>,
): Promise<PlannedRest[]> => {
  const { rows } = await sql<Row>`
    select p.group_id, g.name as group_name, p.people, p.unacclimatised, p.first_hour, p.work_minutes, p.rest_minutes,
           p.unacclimatised_minutes
      from planned_rest p
      left join work_group g on g.company_id = p.company_id and g.company_id = ${companyId} and g.group_id = p.group_id
     where p.company_id = ${companyId} and p.office_id = ${officeId} and p.day = ${day} and p.people > 0 and ${condition}
     order by g.code collate "ja-x-icu" nulls last, p.group_id`.execute(db)
  return rows.map((row) => ({
    groupId: row.group_id === noGroup ? null : row.group_id,
    groupName: row.group_name,
    hours: row.work_minutes.map((_, index) => {
      const at = toJapanIso(new Date(row.first_hour.getTime() + index * hourMs))
      return { hour: Number(at.slice(11, 13)), at, plannedMinutes: minutesIn(row, index) }
    }),
  }))
}
