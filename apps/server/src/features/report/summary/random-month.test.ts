import { type AlertKind, outcomes, type SafetySummary } from '@mimamori/contract'
import { expect, it } from 'vitest'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { coveredBy } from '../../../shared/monitoring/summaries/test-expected.ts'
import { makeDevice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import { readSafetyFigures } from './figures.ts'
import { july, plantEvent, plantPublic, plantReadings } from './test-month.ts'

const product = await startTestApp()
const { context } = product
const { office, group, otherGroup, people } = await makeTenants(context.db)
product.time.now = july(41)

/** Numbers below 1 that are the same in every run (Park and Miller). */
let state = 20_260_701
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
const below = (bound: number) => Math.floor(random() * bound)
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item

const minuteMs = 60_000
const monthMinutes = 31 * 1_440
const first = july(1, '00:00').getTime()
const atMinute = (minute: number) => new Date(first + minute * minuteMs)

// What is made up: minutes of the month (from an evening before it to a morning after it) with what was measured then.
type Measured = { readonly minute: number; readonly who: number; readonly wbgt: number | null; readonly temperature: number | null }
const warmth = (minute: number) => {
  const hour = (((minute % 1_440) + 1_440) % 1_440) / 60
  return 24 + 6 * Math.cos(((hour - 14) / 12) * Math.PI) + random() * 3
}
const rounded = (value: number) => Math.round(value * 10) / 10

/** Values of something that measures at changing intervals, stops for hours, and sometimes says nothing useful. */
const series = (who: number, step: number): Measured[] => {
  const found: Measured[] = []
  for (let minute = -600; minute < monthMinutes + 600; minute += 1 + below(step)) {
    if (random() < 0.02) minute += below(600)
    const wbgt = random() < 0.1 ? null : rounded(warmth(minute))
    found.push({ minute, who, wbgt, temperature: random() < 0.3 ? rounded(warmth(minute) + 2.5) : null })
  }
  return found
}

const slotOf = (minute: number) => Math.floor(minute / 10)
const isHot = ({ wbgt, temperature }: Pick<Measured, 'wbgt' | 'temperature'>) => (wbgt ?? 0) >= 28 || (temperature ?? 0) >= 31

/** The month as a letter for each ten minutes: H heat, C none, a blank where nothing is known; six more before and after it. */
const lettersOf = (measured: readonly Measured[], stations: readonly { readonly minute: number; readonly wbgt: number }[]) => {
  const letters = Array.from({ length: monthMinutes / 10 + 12 }, () => ' ')
  for (const { minute, wbgt } of stations)
    for (let slot = slotOf(minute); slot < slotOf(minute) + 6; slot++) {
      const isReplaced = stations.some((other) => other.minute > minute && slotOf(other.minute) <= slot)
      if (!isReplaced && slot >= -6 && slot < letters.length - 6) letters[slot + 6] = wbgt >= 28 ? 'H' : 'C'
    }
  const own = Map.groupBy(
    measured.filter(({ wbgt, temperature }) => wbgt !== null || temperature !== null),
    ({ minute }) => slotOf(minute),
  )
  for (const [slot, inSlot] of own) if (slot >= -6 && slot < letters.length - 6) letters[slot + 6] = inSlot.some(isHot) ? 'H' : 'C'
  return letters.join('').replaceAll(/H (?=H)/g, 'HH')
}
const minutesIn = (letters: string) => letters.replaceAll(/[^H]/g, '').length * 10

const expectedHeat = (letters: string) => {
  const month = letters.slice(6, -6)
  const days = Array.from({ length: 31 }, (_, day) => minutesIn(month.slice(day * 144, day * 144 + 144)))
  const stretches = [...letters.matchAll(/H+/g)].filter(({ 0: run, index }) => run.length >= 6 && index >= 6 && index < letters.length - 6)
  return { days, minutes: minutesIn(month), longDays: days.filter((minutes) => minutes > 240).length, longStretches: stretches.length }
}

const readSummary = async () => {
  const { body } = await product.askAs(people.base, 'GET', `/api/Report/Summary?officeId=${office.office_id}&month=2026-07`)
  return body as SafetySummary
}

it('gives the figures of a random month, counted ten minutes by ten minutes', async () => {
  const watchers = [await makeDevice(context.db, 'heat', office.office_id), await makeDevice(context.db, 'heat', office.office_id)]
  const measured = watchers.flatMap(({ device_id }, index) => series(device_id, 8 + 10 * index))
  await plantReadings(
    context,
    office,
    measured.map(({ minute, who, ...values }) => ({ device_id: who, at: atMinute(minute), ...values })),
  )
  const stations = Array.from({ length: 33 * 24 }, (_, hour) => ({
    minute: hour * 60 - 600,
    wbgt: rounded(warmth(hour * 60 - 600)),
  })).filter(() => random() < 0.8)
  await plantPublic(
    context.db,
    office,
    stations.map(({ minute, wbgt }) => ({ at: atMinute(minute), wbgt })),
  )
  const summary = await readSummary()
  const expected = expectedHeat(lettersOf(measured, stations))
  expect(expected.longStretches).toBeGreaterThan(30)
  expect(summary.heat).toMatchObject({ heatMinutes: expected.minutes, longStretches: expected.longStretches, longDays: expected.longDays })
  expect(summary.days.map(({ heatMinutes }) => heatMinutes)).toEqual(expected.days)
  for (const { device_id, serial } of watchers) {
    const own = measured.filter(({ who }) => who === device_id)
    const ofMonth = own.flatMap(({ minute, wbgt }) => (wbgt !== null && minute >= 0 && minute < monthMinutes ? wbgt : []))
    const place = summary.places.find(({ serialNumber }) => serialNumber === serial)
    // A gap between the last ten minutes of a month and the first of the next belongs to no month of a place.
    expect(place).toMatchObject({ wbgtMax: Math.max(...ofMonth), heatMinutes: minutesIn(lettersOf(own, []).slice(6, -6)) })
  }
  const oneDay = await readSafetyFigures(
    context,
    { companyId: office.company_id, officeId: office.office_id },
    { from: july(15, '00:00'), to: july(16, '00:00') },
  )
  expect(oneDay.heat.heatMinutes).toBe(expected.days[14])
})

it('gives for a random crew how long each was in heat', async () => {
  const crew = [people.worker, people.neighbour, await makeUser(context.db, 'User', { ...office, group_id: group.group_id })]
  const measured = crew.flatMap(({ user_id }) => series(user_id, 5))
  await plantReadings(
    context,
    office,
    measured.map(({ minute, who, ...values }) => ({
      device_id: 1_000_000 + who,
      user_id: who,
      group_id: otherGroup.group_id,
      at: atMinute(minute),
      ...values,
    })),
  )
  const minutesOf = (userId: number) => {
    const days = new Map<number, Set<number>>()
    const own = measured.flatMap(({ minute, who, ...values }) =>
      who === userId ? { ...values, at: atMinute(minute), device_id: 0, call: false, gap_seconds: null, interval_minutes: null } : [],
    )
    for (const { minute: at, reading } of coveredBy(own, ({ wbgt, temperature }) => wbgt !== null || temperature !== null)) {
      const minute = (at - first) / minuteMs
      if (!isHot(reading) || minute < 0 || minute >= monthMinutes) continue
      const day = Math.floor(minute / 1_440)
      days.set(day, (days.get(day) ?? new Set()).add(minute))
    }
    const all = [...days.values()].map(({ size }) => size)
    return {
      minutes: all.reduce((sum, minutes) => sum + minutes, 0),
      days: all.filter((m) => m > 0).length,
      longDays: all.filter((m) => m > 240).length,
    }
  }
  const expected = crew
    .map(({ user_id, full_name }) => ({ userId: user_id, fullName: full_name, groupName: otherGroup.name, ...minutesOf(user_id) }))
    .toSorted((a, b) => b.minutes - a.minutes)
  const { exposure, people: count } = await readSummary()
  expect(count).toBe(3)
  expect(exposure.people).toEqual(expected)
  expect(exposure.minutes).toBe(expected.reduce((sum, { minutes }) => sum + minutes, 0))
  expect(exposure.longDays).toBe(expected.reduce((sum, { longDays }) => sum + longDays, 0))
})

it('gives the counts of random alerts', async () => {
  const kinds: AlertKind[] = ['condition', 'condition', 'condition', 'emergency', 'siteHeat', 'belt']
  const planted: { minute: number; kind: AlertKind; level: number; answer: number | undefined; outcome: string | null; lasted: number }[] =
    []
  for (let index = 0; index < 150; index++) {
    const minute = below(monthMinutes + 2_880) - 1_440
    const kind = oneOf(kinds)
    const level = kind === 'emergency' ? 3 : 1 + below(3)
    const isReal = random() < 0.9
    const answer = random() < 0.7 ? below(45 * 60) : undefined
    const outcome = answer === undefined ? null : oneOf(outcomes)
    const at = atMinute(minute)
    const lasted = below(60)
    const made = await makeAlert(context.db, oneOf([people.worker, people.neighbour]), at, {
      kind,
      level: 0,
      peak_level: level,
      ended_at: new Date(at.getTime() + lasted * minuteMs),
      outcome,
      withdrawn: !isReal,
    })
    await plantEvent(context.db, made, at, 'opened', { level })
    if (answer !== undefined) {
      await plantEvent(context.db, made, new Date(at.getTime() + answer * 1_000), oneOf(['acknowledged', 'responding', 'closed']), {
        by: people.base,
      })
      await plantEvent(context.db, made, new Date(at.getTime() + answer * 1_000 + 60_000), 'closed', { by: people.leader })
    }
    if (isReal && minute >= 0 && minute < monthMinutes) planted.push({ minute, kind, level, answer, outcome, lasted })
  }
  const word = ({ kind, level }: (typeof planted)[number]) =>
    kind === 'emergency' ? 'emergency' : kind === 'belt' ? 'none' : `level${level}`
  const tally = (some: readonly (typeof planted)[number][]) => {
    const counts: Record<string, number> = { emergency: 0, level3: 0, level2: 0, level1: 0 }
    for (const one of some) if (word(one) !== 'none') counts[word(one)] = (counts[word(one)] ?? 0) + 1
    return counts
  }
  const summary = await readSummary()
  expect(summary.totals).toEqual(tally(planted))
  for (const [index, { date, wbgt: _, wbgtMax: __, heatMinutes: ___, ...levels }] of summary.days.entries()) {
    expect(date).toBe(`2026-07-${String(index + 1).padStart(2, '0')}`)
    expect(levels).toEqual(tally(planted.filter(({ minute }) => Math.floor(minute / 1_440) === index)))
  }
  expect(summary.hours).toEqual(
    Array.from({ length: 24 }, (_, hour) => tally(planted.filter(({ minute }) => Math.floor((minute % 1_440) / 60) === hour))),
  )
  const withAnswerDue = planted.filter((one) => ['emergency', 'level3', 'level2'].includes(word(one)))
  const answers = withAnswerDue.flatMap(({ answer }) => answer ?? []).toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [answers[Math.floor((answers.length - 1) / 2)], answers[Math.ceil((answers.length - 1) / 2)]]
  expect(summary.response).toEqual({
    asked: withAnswerDue.length,
    answered: answers.length,
    unanswered: withAnswerDue.length - answers.length,
    medianSeconds: Math.round((low + high) / 2),
    within: [3, 5, 10, 15, 30].map((minutes) => ({ minutes, count: answers.filter((seconds) => seconds <= minutes * 60).length })),
    over30: withAnswerDue.filter(({ answer, kind, lasted }) =>
      answer === undefined ? kind === 'emergency' || lasted > 30 : answer > 1_800,
    ).length,
  })
  const closed = planted.filter((one) => word(one) !== 'none' && one.outcome !== null)
  for (const { outcome, count } of summary.outcomes) expect(count).toBe(closed.filter((one) => one.outcome === outcome).length)
  expect(summary.emergencies.map(({ answeredSeconds, outcome }) => [answeredSeconds, outcome])).toEqual(
    planted
      .filter(({ kind }) => kind === 'emergency')
      .toSorted((a, b) => a.minute - b.minute)
      .map(({ answer, outcome }) => [answer ?? null, outcome]),
  )
})
