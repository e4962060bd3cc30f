import { lastOpening, type WorkingHours, workingDayAt } from '@mimamori/heat'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Customer's figure: 10:00 in Japan, as an hour of the day. */
const closesAtHour = 10
/** At a site that opens later than 08:00 it closes so long after the opening. Project choice, decisions/0135. */
const openHours = 2

/**
 * The working day in which the gate takes answers at `at`, until when it does, and when the next one begins; epoch ms. From the
 * beginning of the working day on, so that people who come early can answer.
 */
export const gateHours = (
  at: number,
  hours: WorkingHours,
): { readonly date: string; readonly closesAt: number; readonly nextAt: number } => {
  const { date, to } = workingDayAt(at, hours)
  const opening = lastOpening(Date.parse(`${date}T00:00:00+09:00`) + hours.fromMinute * 60_000, hours)
  const ten = Date.parse(`${date}T00:00:00+09:00`) + closesAtHour * hourMs
  return { date, closesAt: Math.min(Math.max(ten, opening + openHours * hourMs), opening + dayMs), nextAt: to }
}
