import { instantOf, minutesOfDay, pulsesOf, type WeekSite } from './site.ts'
import { workingDays } from './pressed-clock.ts'
import type { DatabaseConnection } from '../../../apps/server/src/platform/database/database.ts'
import { loadCountedShifts } from '../../../apps/server/src/shared/monitoring/own-measure/counted-shifts.ts'
import { findingsOfHands, wrongSummaries } from '../../../apps/server/test/durability/findings.ts'

const atOnce = 20

type ClosedRow = { user_id: number; handled_at: Date }

/** How many readings of a site's people are stored, from one day of the week (0 is Monday) to another, the last left out. */
export const countStored = async ({ pool }: DatabaseConnection, site: WeekSite, fromDay: number, untilDay: number): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from reading r where r.company_id = $1 and r.user_id is not null and r.at >= $2 and r.at < $3',
    [site.companyId, new Date(instantOf(site, fromDay, 0)), new Date(instantOf(site, untilDay, 0))],
  )
  return rows[0]?.count ?? 0
}

export const sentInDay = ({ hands }: WeekSite): number => hands.length * minutesOfDay
export const sentInWeek = (site: WeekSite): number => workingDays * sentInDay(site)

/** Whose emergencies were closed when, in order. */
export const readClosings = async ({ pool }: DatabaseConnection, { companyId }: WeekSite): Promise<ClosedRow[]> => {
  const { rows } = await pool.query<ClosedRow>(
    "select a.user_id, a.handled_at from alert a where a.company_id = $1 and a.kind = 'emergency' and a.handling = 'closed' and a.handled_at is not null order by a.handled_at",
    [companyId],
  )
  return rows
}

/**
 * Where the database differs from what the judge makes of the week's readings by itself: readings, their levels, states, alerts, and
 * summaries. Some people are left out. When emergencies were closed, and which shifts their own measures are counted from, is as it was.
 */
export const compareWeek = async (database: DatabaseConnection, site: WeekSite, leftOut: ReadonlySet<number>): Promise<string[]> => {
  const { pool } = database
  const closings = Map.groupBy(await readClosings(database, site), (row) => row.user_id)
  const userIds = site.hands.map(({ userId }) => userId)
  const shifts = await loadCountedShifts(pool, site.companyId, userIds, site.begin)
  const found: string[] = []
  const end = new Date(instantOf(site, 8, 0))
  for (let first = 0; first < site.hands.length; first += atOnce) {
    const hands = site.hands.slice(first, first + atOnce).flatMap((hand, index) => {
      if (leftOut.has(hand.userId)) return []
      const own = { ...hand.settings, shifts: shifts.get(hand.userId) ?? [] }
      const closedAt = (closings.get(hand.userId) ?? []).map((row) => row.handled_at.getTime())
      return [{ ...hand, settings: own, pulses: pulsesOf(site, first + index), closings: closedAt }]
    })
    const crew = { ...site, hands, expiredAt: end.getTime() }
    found.push(...(await findingsOfHands(pool, crew)), ...(await wrongSummaries(pool, crew, end)))
  }
  return found
}

/**
 * Whose bands' clocks the product has taken for wrong. All of them are right: their messages came so late, one after another, that it
 * looks so, which happens where time is pressed together more than the machine can follow. Their readings lie at other times then.
 */
export const findCorrected = async ({ pool }: DatabaseConnection, { companyId, hands }: WeekSite): Promise<ReadonlySet<number>> => {
  const { rows } = await pool.query<{ device_id: number }>(
    "select s.device_id from device_state s where s.company_id = $1 and (s.clock->>'wasWrong')::boolean",
    [companyId],
  )
  const deviceIds = new Set(rows.map((row) => row.device_id))
  return new Set(hands.filter(({ deviceId }) => deviceIds.has(deviceId)).map(({ userId }) => userId))
}
