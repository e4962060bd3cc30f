import { clothings, type Plan, type PlanLimit } from '@mimamori/contract'
import { itemAt } from '@mimamori/contract/typed-lists'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { at, dayAfter, makeForecastSite } from '../../shared/monitoring/forecast/test-site.ts'
import { makeGroup, makeUser } from '../../shared/organisation/test-factories.ts'
import { wholeSite } from '../../shared/plan/plan-people.ts'
import { readPlan } from '../../shared/plan/read-plan.ts'
import { keepPlansJob } from './keep-plans-job.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

const firstDay = '2026-06-01'
const hourMs = 3_600_000
const tenth = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10)
const thirds = fc.array(tenth(20, 36), { minLength: 9, maxLength: 9 })

/** A day: what is forecast of each third hour, and how far the place is from it. */
const someSeason = fc.array(fc.record({ forecast: fc.option(thirds, { freq: 8 }), off: tenth(-6, 6) }), { minLength: 9, maxLength: 16 })
const someHours = fc.constantFrom(['07:30', '17:30'], ['20:00', '05:00'], ['06:00', '06:00'], ['22:15', '06:45'])
const somePerson = fc.record({
  metabolic_class: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 2 }),
  acclimatised: fc.option(fc.boolean()),
  observed_acclimatised: fc.option(fc.boolean()),
  clothing: fc.option(fc.constantFrom(...clothings), { freq: 2 }),
})
const someGroup = fc.record({
  metabolic_class: fc.option(fc.integer({ min: 0, max: 4 })),
  acclimatised: fc.option(fc.boolean()),
  clothing: fc.option(fc.constantFrom(...clothings)),
  people: fc.array(somePerson, { maxLength: 4 }),
})

const byThird = (values: readonly number[]) => Object.fromEntries(values.map((value, index) => [index * 3, value]))

/** The table written down once more: JIS Z 8504:2021, acclimatised and not, by class. */
const references = [
  [33, 32],
  [30, 29],
  [28, 26],
  [26, 23],
  [25, 20],
] as const

const naiveRest = (excess: number): number => (excess <= 0 ? 0 : excess <= 1 ? 15 : excess <= 2 ? 30 : excess <= 3 ? 45 : 60)

const checkLimit = (limit: PlanLimit, metabolicClass: number, clothing: number) => {
  const [acclimatised, unacclimatised] = itemAt(references, metabolicClass)
  expect(limit.reference).toBe(limit.acclimatised ? acclimatised : unacclimatised)
  expect(limit.limit).toBeCloseTo(limit.reference - clothing, 6)
  for (const { wbgt, excess, restMinutes, workMinutes } of limit.hours) {
    if (wbgt === null) expect(excess).toBeNull()
    else expect(excess).toBeCloseTo(wbgt - limit.limit, 6)
    const hasRest = excess !== null && workMinutes > 0
    expect(restMinutes).toBe(hasRest ? naiveRest(excess) : null)
  }
  expect(limit.hoursAbove).toBe(limit.hours.filter(({ excess, workMinutes }) => excess !== null && excess > 0 && workMinutes > 0).length)
}

const checkGroups = ({ groups, people }: Plan) => {
  for (const group of groups) {
    checkLimit(group, group.metabolicClass, group.clothingAdjustment)
    if (group.unacclimatised === null) continue
    checkLimit(group.unacclimatised, group.metabolicClass, group.clothingAdjustment)
    expect(group.acclimatised && !group.unacclimatised.acclimatised).toBe(true)
    expect(group.unacclimatised.people).toBeLessThanOrEqual(group.people)
  }
  for (const { reference } of people) expect(references.flat()).toContain(reference)
}

/** Hours follow each other, what lies between published values lies between them, and differences stay within their bound. */
const checkHours = ({ hours, places, peak, hoursFrom28, groups }: Plan) => {
  const instants = hours.map((one) => Date.parse(one.at))
  expect(instants.slice(1).every((instant, index) => instant - itemAt(instants, index) === hourMs)).toBe(true)
  for (const place of places)
    for (const [index, { forecast, isInterpolated, site, difference }] of place.hours.entries()) {
      if (forecast !== null && site !== null) expect(site).toBeCloseTo(forecast + (difference ?? 0), 0)
      expect(Math.abs(difference ?? 0)).toBeLessThanOrEqual(4)
      const around = place.hours.slice(Math.max(0, index - 2), index + 3).flatMap((one) => (one.isInterpolated ? [] : (one.forecast ?? [])))
      if (isInterpolated && forecast !== null && around.length > 1) {
        expect(forecast).toBeGreaterThanOrEqual(Math.min(...around) - 0.06)
        expect(forecast).toBeLessThanOrEqual(Math.max(...around) + 0.06)
      }
    }
  const known = hours.flatMap(({ site }) => site ?? [])
  expect(peak?.wbgt ?? null).toBe(known.length === 0 ? null : Math.max(...known))
  expect(hoursFrom28).toBe(known.filter((wbgt) => wbgt >= 28).length)
  // Without breaks an hour on end passes an hour after the first hour in heat began, or after work began in it.
  for (const { dutyFrom, dutyBy, hours: own } of groups) {
    const first = own.findIndex(({ wbgt, workMinutes }, index) => {
      const minutes = wbgt !== null && wbgt >= 28 ? workMinutes : 0
      const next = own[index + 1]
      return minutes === 60 || (minutes > 0 && next?.wbgt != null && next.wbgt >= 28 && minutes + next.workMinutes >= 60)
    })
    expect(dutyBy === 'onEnd').toBe(first >= 0)
    if (first < 0 || dutyFrom === null) continue
    const { at: begin, workMinutes } = itemAt(own, first)
    expect(Date.parse(dutyFrom)).toBe(Date.parse(begin) + hourMs + (60 - workMinutes) * 60_000)
  }
}

type Stored = { readonly group_id: number; readonly people: number; readonly rest_minutes: (number | null)[] }

/** What is kept of a day is what the plan of its morning says. */
const checkKept = (stored: readonly Stored[], { groups, basis }: Plan) => {
  if (basis !== 'forecast') expect(stored).toEqual([])
  else
    for (const group of groups) {
      const kept = stored.find(({ group_id: id }) => id === (group.groupId ?? 0))
      expect(kept?.rest_minutes).toEqual(group.hours.map(({ restMinutes }) => restMinutes))
    }
}

it('of any season a plan follows the tables, counts what it shows and holds nothing of other sites', () =>
  fc.assert(
    fc.asyncProperty(
      someSeason,
      someHours,
      fc.array(someGroup, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 23 }),
      async (season, [opens_at = '', closes_at = ''], crews, hourOfReading) => {
        const { db, pool } = made.context
        await pool.query('truncate evening_forecast, public_wbgt')
        const [site, other] = [await makeForecastSite(made), await makeForecastSite(made)]
        const { company_id, office_id } = site.office
        await sql`update office o set opens_at = ${opens_at}, closes_at = ${closes_at} where o.company_id = ${company_id}`.execute(db)
        const own = new Set<number>()
        for (const { people, ...layer } of crews) {
          const group = await makeGroup(db, { office_id, ...layer })
          for (const person of people) own.add((await makeUser(db, 'User', { ...site.office, group_id: group.group_id }, person)).user_id)
        }
        const strangers = await makeGroup(db, { office_id: other.office.office_id, name: '別会社の班' })
        await makeUser(db, 'User', { ...other.office, group_id: strangers.group_id }, { acclimatised: false })
        const key = { companyId: company_id, officeId: office_id }
        const read = (date?: string) => readPlan(db, key, { date, scope: wholeSite, now: made.time.now })
        for (const [index, { forecast, off }] of season.entries()) {
          const day = dayAfter(firstDay, index)
          if (forecast !== null) {
            await site.forecast(day, byThird(forecast))
            await site.show(day, byThird(forecast))
            await site.measure(day, byThird(forecast.map((value) => value + off)))
          }
          const opening = Number(opens_at.slice(0, 2))
          await site.check(at(day, opening - 1.5))
          const morning = await read(day)
          await takeTurn(made.context, keepPlansJob)
          const { rows } = await sql<Stored>`
            select p.group_id, p.people, p.rest_minutes from planned_rest p
             where p.company_id = ${company_id} and p.office_id = ${office_id} and p.day = ${day}`.execute(db)
          checkKept(rows, morning)
          made.time.now = at(day, hourOfReading)
          for (const plan of [morning, await read()]) {
            checkGroups(plan)
            checkHours(plan)
            expect(plan.dates).toContain(plan.date)
            expect(plan.people.every(({ userId }) => own.has(userId))).toBe(true)
            expect(plan.peopleCount).toBe(own.size)
            expect(JSON.stringify(plan)).not.toContain('別会社の班')
          }
        }
      },
    ),
    { numRuns: 6 },
  ))
