import { EXPOSURE_LINES } from '@mimamori/heat'
import { sql, type RawBuilder } from 'kysely'
import { isWornHeard } from '../last-heard/heard-within.ts'
import { ofOpenOffice } from '../../organisation/archived-offices.ts'

/** What a worker's state (alias `ws`, outer-joined) shows at a moment between readings, as SQL. */
export type ShownCondition = {
  /** Data is current; null and false both mean it is not. */
  readonly current: RawBuilder<boolean | null>
  /** The level to show; null is no record. An open call or alarm of a device is an emergency at level 3, whatever was measured. */
  readonly level: RawBuilder<number | null>
  /** The personal level, as the level. */
  readonly personalLevel: RawBuilder<number | null>
  /** Since when the level holds. */
  readonly levelSince: RawBuilder<Date | null>
  /** There is something to show: current data, a level held, or an emergency. */
  readonly present: RawBuilder<boolean | null>
  /** An emergency of the judge's, or an open alarm of a device. */
  readonly emergency: RawBuilder<boolean>
}

/**
 * The rule of heat's `shownAt` in SQL, where the list sorts and filters by it: while data is current the level as
 * judged; after that a level of at least 1 stays, since losing the signal makes nobody safe, and 0 becomes none. A pressed
 * call button and an alarm of a device show level 3 until their emergency is closed, so that no row reads 安全 beside 緊急.
 */
export const shownAt = (now: Date): ShownCondition => {
  const current = isWornHeard(sql.ref('ws.last_at'), sql.ref('ws.interval_minutes'), now)
  const isCalled = sql`(ws.emergency_cause = 'call' or ws.alarm_since is not null)`
  const calledSince = sql`least(case when ws.emergency_cause = 'call' then ws.emergency_since end, ws.alarm_since)`
  return {
    current,
    level: sql<number | null>`case when ${isCalled} then 3 when ws.total_level >= 1 or ${current} then ws.total_level end`,
    personalLevel: sql<number | null>`case when ${isCalled} then 3 when ws.personal_level >= 1 or ${current} then ws.personal_level end`,
    levelSince: sql<Date | null>`
      case when ${isCalled} and ws.total_level is distinct from 3 then ${calledSince}
           when ws.total_level >= 1 or (${current} and ws.total_level is not null) then ws.level_since end`,
    present: sql<boolean | null>`(ws.total_level >= 1 or ws.emergency_since is not null or ws.alarm_since is not null or ${current})`,
    emergency: sql<boolean>`(ws.emergency_since is not null or ws.alarm_since is not null)`,
  }
}

/** SQL: the worker's time in heat (alias `ws`) is long today, and they are heard now (decisions/0127-the-exposure-clock.md). */
export const isLongInHeat = ({ current }: Pick<ShownCondition, 'current'>): RawBuilder<boolean> => sql<boolean>`
  (${current} and (ws.heat_minutes_longest >= ${EXPOSURE_LINES.onEnd.warned} or ws.heat_minutes_today >= ${EXPOSURE_LINES.today.warned}))`

/** The persons (alias `u`) of the three worker roles who are still there, whether or not they consent to be measured. */
export const isWorker = sql<boolean>`u.role in ('User', 'GroupLeader', 'GroupSubLeader') and u.deleted_at is null`

/** The persons (alias `u`) whose measurements may be shown: the workers who consent to be measured. */
export const isMeasured = sql<boolean>`${isWorker} and u.consent_withdrawn_at is null`

/** The persons (alias `u`) whose condition is watched: those of open offices. */
export const isWatched = sql<boolean>`${isMeasured} and ${ofOpenOffice('u')}`

/** The same where only people of one company are asked for. */
export const isWatchedInCompany = sql<boolean>`${isMeasured} and ${ofOpenOffice('u', true)}`
