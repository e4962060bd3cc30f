import type { HealthRow } from '@mimamori/contract/health-condition'
import type { PlannedRest, Rest } from '@mimamori/contract/rest'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Minutes of rest for a person in an hour: planned, and taken on average; null where not known, or not yet. */
export type RestHour = { readonly hour: number; readonly planned: number | null; readonly taken: number | null; readonly isNow: boolean }

/** What the day's plan asks of a group, and what its people took. */
export type GroupRests = {
  readonly groupId: number | null
  readonly groupName: string
  readonly hours: readonly RestHour[]
  /** Until now, minutes for a person; null where nobody of the group is there. */
  readonly planned: number
  readonly taken: number | null
}

type Span = { readonly from: number; readonly to: number }

/** The times of rests of which it is known how long they were. */
const spansOf = (rests: readonly Rest[]): Span[] =>
  rests.flatMap(({ from, taken }) => (taken === null ? [] : [{ from: Date.parse(from), to: Date.parse(from) + taken * minuteMs }]))

const minutesWithin = (spans: readonly Span[], from: number, to: number): number =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0) / minuteMs

/** Minutes of rest that a person has taken today, as far as they are known. */
export const restedMinutes = (userId: number, rests: readonly Rest[]): number =>
  rests.reduce((sum, one) => sum + (one.userId === userId ? (one.taken ?? 0) : 0), 0)

/** The people of a group who are there today: those who are heard, and those who rested. */
const countPeople = (groupId: number | null, rows: readonly HealthRow[], rests: readonly Rest[]): number => {
  const rested = new Set(rests.map(({ userId }) => userId))
  return rows.filter((row) => row.groupId === groupId && (row.hideData === '0' || rested.has(row.userId))).length
}

const ofGroup = ({ groupId, groupName, hours }: PlannedRest, rows: readonly HealthRow[], all: readonly Rest[], now: number): GroupRests => {
  const rests = all.filter((one) => one.groupId === groupId)
  const spans = spansOf(rests)
  const people = countPeople(groupId, rows, rests)
  const partPast = (at: number) => Math.min(1, Math.max(0, (now - at) / hourMs))
  const takenIn = (from: number, to: number) => (people === 0 ? null : Math.round(minutesWithin(spans, from, to) / people))
  const shown = hours.map(({ hour, at, plannedMinutes }) => {
    const from = Date.parse(at)
    const isPast = from <= now
    return { hour, planned: plannedMinutes, taken: isPast ? takenIn(from, from + hourMs) : null, isNow: isPast && now < from + hourMs }
  })
  const planned = hours.reduce((sum, { at, plannedMinutes }) => sum + (plannedMinutes ?? 0) * partPast(Date.parse(at)), 0)
  const opening = Date.parse(hours[0]?.at ?? '')
  return {
    groupId,
    groupName: groupName ?? 'グループなし',
    hours: shown,
    planned: Math.round(planned),
    taken: hours.length === 0 ? null : takenIn(opening, now),
  }
}

/** What the day's plan asks of each group beside what its people took, on average of those who are there. */
export const plannedAndTaken = (
  planned: readonly PlannedRest[],
  rows: readonly HealthRow[],
  rests: readonly Rest[],
  now: number,
): GroupRests[] => planned.map((group) => ofGroup(group, rows, rests, now))
