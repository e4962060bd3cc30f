import { packState, pressCall, type StoredState, unpackState } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { EpisodeLog } from './episode-log.ts'
import { followJudge } from './follow-judge.ts'
import { keepReport, placeKnownMs, type SelfReport } from './report.ts'

/** Two presses within this time are one: a thumb that shakes presses twice. Project choice, decisions/0133. */
const onePressMs = 10_000

type CallerState = { readonly judge: StoredState | null; readonly gateway_id: number | null; readonly last_at: Date | null }

/**
 * A call for help (助けて) that a person makes on their own page: a call like that of a device's button, an emergency at once
 * (domain rules of calls). During an open emergency it is recorded in that one, and calls people again.
 */
export const callForHelp = async (db: Db, report: SelfReport): Promise<void> => {
  const { companyId, officeId, userId, doneAt, receivedAt } = report
  // A person who wears no device has no state yet. It is locked before the alerts, as by the ingestion.
  await sql`
    insert into worker_state (company_id, user_id) values (${companyId}, ${userId}) on conflict (company_id, user_id) do nothing`.execute(
    db,
  )
  const { rows } = await sql<CallerState>`
    select ws.judge, ws.gateway_id, ws.last_at from worker_state ws where ws.company_id = ${companyId} and ws.user_id = ${userId} for update`.execute(
    db,
  )
  const [caller] = rows
  const isPlaceKnown = caller?.last_at != null && caller.last_at.getTime() > doneAt.getTime() - placeKnownMs
  const before = unpackState(caller?.judge ?? null)
  const at = doneAt.getTime()
  const isRepeat = before?.emergency.open != null && before.emergency.presses.some((press) => Math.abs(press - at) < onePressMs)
  const { state, accepted, started } = pressCall(before, { at, receivedAt: receivedAt.getTime(), held: isRepeat })
  if (accepted) {
    const log = new EpisodeLog()
    log.call(
      userId,
      { companyId, officeId, gatewayId: isPlaceKnown ? caller.gateway_id : null, receivedAt: receivedAt.getTime(), calledBy: 'self' },
      at,
      started,
    )
    await followJudge(db, log.segments, log.stretches)
    const since = new Date(state.emergency.open?.since ?? at)
    await sql`
      update worker_state ws
         set judge = ${JSON.stringify(packState(state))}::json, emergency_since = ${since}, emergency_cause = ${state.emergency.open?.cause ?? 'call'},
             changed_at = now()
       where ws.company_id = ${companyId} and ws.user_id = ${userId}`.execute(db)
  }
  await keepReport(db, { ...report, alertId: await findOpenCall(db, report), source: 'self', state: 'help' })
}

const findOpenCall = async (db: Db, { companyId, userId }: SelfReport): Promise<number | null> => {
  const { rows } = await sql<{ alert_id: number }>`
    select a.alert_id from alert a
     where a.company_id = ${companyId} and a.user_id = ${userId} and a.kind = 'emergency' and a.ended_at is null
     order by a.alert_id desc limit 1`.execute(db)
  return rows[0]?.alert_id ?? null
}
