import { procedureSteps, type Plan } from '@mimamori/contract'
import { workingHoursOf, workSpans } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, japanDayBefore, japanDayRange } from '../../../platform/japan-time.ts'
import { usualProcedures } from '../../duty/usual-procedures.ts'
import { findDutyInForce } from '../../duty/versions.ts'
import { isWorker } from '../../monitoring/workers/shown.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { surnameOf } from '../../organisation/surname.ts'
import type { PlanScope } from '../plan-people.ts'
import type { PlanSheet } from './plan-sheet.ts'
import { isEmergency } from '../../monitoring/emergency-kinds.ts'

type Person = { readonly userId: number; readonly fullName: string; readonly groupName: string | null; readonly isBriefed: boolean }

type PersonRow = {
  readonly user_id: number
  readonly full_name: string
  readonly group_name: string | null
  readonly is_briefed: boolean
}

type PeopleQuery = { readonly scope: PlanScope; readonly opensAt: Date; readonly version: number | undefined }

/**
 * The people of a site by group who may work on a day, and whether each was briefed of a version of its procedures. Guests whose day is
 * over by then are not among them.
 */
const readPeople = async (db: Db, { companyId, officeId }: OfficeKey, { scope, opensAt, version }: PeopleQuery): Promise<Person[]> => {
  const { rows } = await sql<PersonRow>`
    select u.user_id, u.full_name, g.name as group_name,
           exists (select from duty_briefing t
                    where t.company_id = ${companyId} and t.office_id = ${officeId} and t.user_id = u.user_id
                      and t.version = ${version ?? null}::int) as is_briefed
      from app_user u
      left join work_group g on g.company_id = ${companyId} and g.company_id = u.company_id and g.group_id = u.group_id
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWorker} and ${scope.people}
       and (u.guest_until is null or u.guest_until > ${opensAt}::timestamptz)
     order by g.name collate "ja-x-icu" nulls last, u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows.map((row) => ({ userId: row.user_id, fullName: row.full_name, groupName: row.group_name, isBriefed: row.is_briefed }))
}

/** How many alerts of heat a day had, by their highest level; of people in scope, and of the site itself. */
const countAlerts = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  scope: PlanScope,
  day: string,
): Promise<NonNullable<PlanSheet['alertsBefore']>> => {
  const { from, to } = japanDayRange(day)
  const ofHeat = (level: number) =>
    sql`count(*) filter (where a.kind in ('condition', 'siteHeat') and coalesce(a.peak_level, a.level) = ${level}::int)::int`
  const { rows } = await sql<Omit<NonNullable<PlanSheet['alertsBefore']>, 'day'>>`
    select count(*) filter (where ${isEmergency})::int as emergency,
           ${ofHeat(3)} as level3, ${ofHeat(2)} as level2, ${ofHeat(1)} as level1
      from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and a.started_at >= ${from} and a.started_at < ${to}
       and not a.drill and not a.withdrawn
       and (a.user_id is null or exists (
             select from app_user u where u.company_id = ${companyId} and u.user_id = a.user_id and ${scope.people}))`.execute(db)
  const counts = rows[0] ?? { emergency: 0, level3: 0, level2: 0, level1: 0 }
  return { day, ...counts }
}

const readContacts = async (db: Db, { companyId, officeId }: OfficeKey): Promise<PlanSheet['contacts']> => {
  const { rows } = await sql<PlanSheet['contacts']>`
    select o.emergency_phone as phone, o.hospital_name as "hospitalName", o.hospital_phone as "hospitalPhone"
      from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  return rows[0] ?? { phone: null, hospitalName: null, hospitalPhone: null }
}

/** Surnames, with a letter of the given name where somebody else has the same. */
const surnames = (people: readonly Pick<Person, 'userId' | 'fullName'>[]): ((person: Pick<Person, 'userId' | 'fullName'>) => string) => {
  const owners = Map.groupBy(people, ({ fullName }) => surnameOf(fullName))
  return ({ userId, fullName }) => surnameOf(fullName, owners.get(surnameOf(fullName))?.some((other) => other.userId !== userId) === true)
}

const openingOf = ({ date, workingHours: { opensAt, closesAt } }: Plan): Date =>
  new Date(Math.min(...workSpans(date, workingHoursOf(opensAt, closesAt)).map(({ from }) => from)))

type SheetOf = Pick<PlanSheet, 'printedBy'> & {
  readonly plan: Plan
  /** The same as the plan was read with. */
  readonly scope: PlanScope
  /** Whether people are named, by their surnames. */
  readonly isNamed: boolean
  /** Whether the sheet counts people and their alerts. */
  readonly isCounted: boolean
  readonly now: Date
}

/** What a plan's sheet for a morning meeting has besides the plan. The caller has checked that the reader may see the site. */
export const readPlanSheet = async (
  db: Db,
  key: OfficeKey,
  { plan, scope, isNamed, isCounted, now, printedBy }: SheetOf,
): Promise<PlanSheet> => {
  const opensAt = openingOf(plan)
  const duty = await findDutyInForce(db, key, opensAt > now ? opensAt : now)
  const before = japanDayBefore(japanDayRange(plan.date).from, 1)
  const today = japanDay(now)
  const [people, alertsBefore, contacts] = await Promise.all([
    readPeople(db, key, { scope, opensAt, version: duty?.version }),
    isCounted ? countAlerts(db, key, scope, before < today ? before : today) : null,
    readContacts(db, key),
  ])
  const nameOf = surnames(people)
  const limited = plan.people.flatMap(({ allowedMinutes, groupName, ...person }) =>
    allowedMinutes === null ? [] : [{ name: nameOf(person), groupName, minutes: allowedMinutes }],
  )
  const unbriefed = people.flatMap(({ isBriefed, groupName, ...person }) => (isBriefed ? [] : [{ name: nameOf(person), groupName }]))
  return {
    plan,
    peopleCount: isCounted ? plan.peopleCount : null,
    people: isNamed ? limited : null,
    unbriefed: isNamed && duty !== undefined ? unbriefed : null,
    procedures: procedureSteps(duty?.procedures ?? usualProcedures()),
    contacts,
    alertsBefore,
    printedBy,
    printedAt: now,
  }
}
