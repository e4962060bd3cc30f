import { type AlertKind, type Ending, levelNameOf, type Handling } from '@mimamori/contract'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/database/columns.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { beginOf, hourMs, markHours } from '../../../shared/monitoring/summaries/due.ts'
import { followJudge } from './follow-judge.ts'
import { type Correction, matchEpisodes, type RecordedEpisode, type Replayed } from './match-episodes.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'
import { correctedPeak, type PeakSource } from './peak-values.ts'
import { rowOf } from './segment.ts'

/** The kinds of episodes that the worker's judge opens and ends. */
const judgedKinds: readonly AlertKind[] = ['condition', 'noHeartRate', 'emergency']

// An end may be before the reading that showed it.
const reachBackMs = hourMs

type Row = {
  alert_id: number
  user_id: number
  kind: AlertKind
  office_id: number
  started_at: Date
  ended_at: Date | null
  ending: Ending | null
  level: number | null
  peak_level: number | null
  peak_before: number | null
  handling: Handling
  late: boolean
  still_held: boolean
}

const recordedOf = (row: Row): RecordedEpisode => ({
  alertId: row.alert_id,
  kind: row.kind,
  officeId: row.office_id,
  startedAt: row.started_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  ending: row.ending,
  level: row.level,
  peakLevel: row.peak_level,
  peakBefore: row.peak_before,
  handling: row.handling,
  late: row.late,
  stillHeld: row.still_held,
})

/** Locks and reads the episodes of workers that were open at or after their replay's beginning; those of calls are left alone. */
const lockRecorded = async (db: Db, companyId: number, replays: ReadonlyMap<number, Replayed>): Promise<Map<number, RecordedEpisode[]>> => {
  const userIds = [...replays.keys()]
  const froms = [...replays.values()].map(({ from }) => instantOf(from - reachBackMs))
  const begins = [...replays.values()].map(({ from }) => instantOf(from))
  const { rows } = await sql<Row>`
    select a.alert_id, a.user_id, a.kind, a.office_id, a.started_at, a.ended_at, a.ending, a.level, a.peak_level, a.handling, a.late, a.still_held,
           -- A reading judged without the heart has no heart level.
           (select coalesce(max(r.heart_level), max(r.heat_level)) from reading r
             where a.kind = 'condition' and r.company_id = ${companyId} and r.user_id = a.user_id
               and r.at between a.started_at and x.replayed_from) as peak_before
      from unnest(${userIds}::int[], ${froms}::timestamptz[], ${begins}::timestamptz[]) as x (user_id, since, replayed_from)
      join alert a on a.company_id = ${companyId} and a.user_id = x.user_id
     where a.kind = any(${judgedKinds}::text[]) and a.called_at is null and not a.withdrawn
       and (a.ended_at is null or a.ended_at >= x.since)
     order by a.started_at, a.alert_id for no key update of a`.execute(db)
  const ofWorkers = Map.groupBy(rows, (row) => row.user_id)
  return new Map(userIds.map((userId) => [userId, (ofWorkers.get(userId) ?? []).map(recordedOf)]))
}

const peakSourceOf = ({ was, becomes, segment }: Correction, segmentPeak: number | null | undefined): PeakSource => {
  const isSame = becomes.peakLevel === was.peakLevel
  if (segmentPeak != null && segmentPeak === becomes.peakLevel && (segment?.opened === true || !isSame)) return 'segment'
  return isSame ? 'same' : 'unknown'
}

const valuesOf = (correction: Correction, position: number) => {
  const { becomes, withdrawn, segment } = correction
  const row = segment === null ? undefined : rowOf(segment, position)
  return {
    ...row,
    peak_from: peakSourceOf(correction, row?.peak_level),
    alert_id: becomes.alertId,
    started_at: instantOf(becomes.startedAt),
    ended_at: becomes.endedAt === null ? null : instantOf(becomes.endedAt),
    ending: becomes.ending,
    level: becomes.level,
    peak_level: becomes.peakLevel,
    late: becomes.late,
    still_held: becomes.stillHeld,
    withdrawn,
  }
}

const write = async (db: Db, companyId: number, corrections: readonly Correction[]): Promise<void> => {
  if (corrections.length === 0) return
  await sql`
    update alert a set started_at = x.started_at, ended_at = x.ended_at, ending = x.ending, level = x.level, peak_level = x.peak_level,
      late = x.late, still_held = x.still_held, held_level = case when x.still_held then coalesce(a.held_level, x.level) end,
      held_since = case when x.still_held then a.held_since end, withdrawn = x.withdrawn,
      reason = coalesce(x.reason, a.reason), cause = coalesce(x.reason->>'kind', a.cause), heart_rate = coalesce(x.heart_rate, a.heart_rate),
      excess = coalesce(x.excess, a.excess), wbgt = coalesce(x.wbgt, a.wbgt), ${correctedPeak}, changed_at = now()
      from json_to_recordset(${JSON.stringify(corrections.map(valuesOf))}::json)
           as x (alert_id int, started_at timestamptz, ended_at timestamptz, ending text, level smallint, peak_level smallint,
                 late boolean, still_held boolean, withdrawn boolean, reason jsonb, heart_rate real, excess real, wbgt real,
                 peak_from text, peak_reason jsonb, peak_heart_rate real, peak_excess real, peak_wbgt real)
     where a.company_id = ${companyId} and a.alert_id = x.alert_id`.execute(db)
}

const clockOf = (at: number) => toJapanIso(new Date(at)).slice(11, 16)

/** What was on record before, for the history: the times, and the highest level where it was another one. */
const before = ({ was, becomes }: Correction): string => {
  const { startedAt, endedAt, peakLevel } = was
  const peak = peakLevel === becomes.peakLevel ? '' : `・最も重いとき${levelNameOf(peakLevel)}`
  return `訂正前 ${clockOf(startedAt)}〜${endedAt === null ? '' : clockOf(endedAt)}${peak}`
}

/** The history of a correction: what a person would have been notified of, and what was there before. */
const eventsOf = (companyId: number, correction: Correction, until: number, now: Date): EpisodeEvent[] => {
  const { was, becomes, withdrawn } = correction
  const key = { companyId, alertId: was.alertId, officeId: was.officeId }
  const noted = { ...key, at: now, level: becomes.peakLevel, note: before(correction) }
  if (withdrawn) return [{ ...noted, event: 'withdrawn' }]
  const events: EpisodeEvent[] = []
  const wasEnded = was.endedAt !== null
  const isLower = (becomes.peakLevel ?? -1) < (was.peakLevel ?? -1)
  if (
    isLower ||
    was.startedAt !== becomes.startedAt ||
    (wasEnded && was.endedAt !== becomes.endedAt) ||
    (wasEnded && was.peakLevel !== becomes.peakLevel)
  )
    events.push({ ...noted, event: 'corrected' })
  if (becomes.endedAt !== null) {
    if (!wasEnded) events.push({ ...key, at: new Date(becomes.endedAt), event: 'ended' })
  } else if (wasEnded) {
    // Nobody was notified of one that was over when its readings came, however grave it was.
    const goesOn = was.late ? { event: 'opened' as const, level: becomes.peakLevel } : { event: 'raised' as const, level: becomes.level }
    events.push({ ...key, at: new Date(until), ...goesOn })
  } else if (was.level !== becomes.level) {
    const event = (becomes.level ?? 0) > (was.level ?? 0) ? 'raised' : 'lowered'
    events.push({ ...key, at: new Date(until), event, level: becomes.level })
  }
  return events
}

/** The hours of a worker that count another number of alerts now. */
const hoursOf = (userId: number, { was, becomes, withdrawn }: Correction) =>
  withdrawn || was.startedAt !== becomes.startedAt
    ? [was.startedAt, becomes.startedAt].map((at) => ({ userId, hour: beginOf(at, hourMs) }))
    : []

/**
 * Brings the episodes of workers who were judged again into line with what their readings show in the right order. Their
 * states are locked.
 * @param now when the late readings came, for the history
 */
export const reconcileEpisodes = async (db: Db, companyId: number, replays: ReadonlyMap<number, Replayed>, now: Date): Promise<void> => {
  if (replays.size === 0) return
  const recorded = await lockRecorded(db, companyId, replays)
  const matched = [...replays].map(([userId, replayed]) => ({
    userId,
    until: replayed.until,
    ...matchEpisodes(replayed, recorded.get(userId) ?? []),
  }))
  const corrections = matched.flatMap((one) => one.corrections)
  // Those that end make room: one episode of a kind is open at a time.
  const { over = [], standing = [] } = Object.groupBy(corrections, ({ becomes }) => (becomes.endedAt === null ? 'standing' : 'over'))
  await write(db, companyId, over)
  await write(db, companyId, standing)
  const happened = matched.flatMap((one) => one.corrections.flatMap((correction) => eventsOf(companyId, correction, one.until, now)))
  await markHours(
    db,
    companyId,
    matched.flatMap(({ userId, corrections: own }) => own.flatMap((correction) => hoursOf(userId, correction))),
  )
  await recordEvents(db, happened)
  await followJudge(
    db,
    matched.flatMap(({ missing }) => missing),
  )
}
