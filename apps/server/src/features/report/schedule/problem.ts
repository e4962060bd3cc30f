import type { Plan } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { dayInWords } from '../files/day-words.ts'
import type { SenderProblem } from './reach.ts'

type TurnProblem = SenderProblem | 'failed' | ForecastProblem

/** Why a plan could not be sent: there is no forecast, or none of that day yet, or it could not be fetched. */
export type ForecastProblem = NonNullable<Plan['why']>

/**
 * What is kept of a schedule whose last turn was not sent: why and which day's, 「senderGone 2026-07-21」, or that it lies
 * before the schedule was made or its time changed.
 */
export type Problem = `${TurnProblem} ${string}` | 'passedOver'

const now: Readonly<Record<SenderProblem, string>> = {
  senderGone: '設定した人が削除されたため、送れません。予定を保存し直してください。',
  senderDisabled: '設定した人のアカウントが停止されているため、送れません。アカウントを再開するか、予定を保存し直してください。',
  senderOutside: '設定した人がこの拠点を見られなくなったため、送れません。予定を保存し直してください。',
}

const then: Readonly<Record<TurnProblem, string>> = {
  senderGone: '設定した人が削除されていたため、',
  senderDisabled: '設定した人のアカウントが停止されていたため、',
  senderOutside: '設定した人がこの拠点を見られなかったため、',
  failed: 'システムの不具合のため、',
  noStation: '拠点に公表地点が設定されていないため、',
  offSeason: '公表の予測の提供期間ではないため、',
  notYet: 'その日の予測がまだ公表されていないため、',
  unreached: '公表の予測を受け取れていないため、',
}

/** Why the schedule cannot be sent now, and which turn was not sent, in words; null where neither is so. */
export const problemText = (current: SenderProblem | null, stored: Problem | null): string | null => {
  const [why, day] = (stored ?? 'passedOver').split(' ') as [TurnProblem, string?]
  const unsent = day === undefined ? null : `${dayInWords(day)}に送る分は、${current === why ? '' : then[why]}送れていません。`
  return current === null ? unsent : `${now[current]}${unsent ?? ''}`
}

/** The day of a schedule's turn in Japan, YYYY-MM-DD. */
export type Turn = { readonly companyId: number; readonly scheduleId: number; readonly turn: string }

/** Notes that a turn has come and cannot be sent, for its sender may not. It stays due: a sender who comes back in time is heard. */
export const noteUnsent = async (db: Db, { companyId, scheduleId, turn }: Turn, problem: SenderProblem): Promise<void> => {
  const stored = `${problem} ${turn}`
  await sql`
    update report_schedule s set problem = ${stored}
     where s.company_id = ${companyId} and s.schedule_id = ${scheduleId} and s.problem is distinct from ${stored}`.execute(db)
}

/** Notes that a turn is passed over without a forecast. The next one is not tried for it. */
export const passWithoutForecast = async (db: Db, { companyId, scheduleId, turn }: Turn, problem: ForecastProblem): Promise<void> => {
  await sql`
    update report_schedule s set done_on = ${turn}::date, problem = ${`${problem} ${turn}`}, retry_at = null
     where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
}

/** Notes that a turn waits for the forecast, which may still come. */
export const waitForForecast = async (
  db: Db,
  { companyId, scheduleId, turn }: Turn,
  problem: ForecastProblem,
  retryAt: Date,
): Promise<void> => {
  await sql`
    update report_schedule s set problem = ${`${problem} ${turn}`}, retry_at = ${retryAt}
     where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
}

/** Notes that a turn waits for what was announced at its time. That is no problem to show. */
export const waitForNews = async (db: Db, { companyId, scheduleId }: Turn, retryAt: Date): Promise<void> => {
  await sql`
    update report_schedule s set retry_at = ${retryAt} where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
}

/** Notes that a schedule's turn failed, unless another process has taken it meanwhile; it is tried again as long as it is due. */
export const noteFailed = async (db: Db, { companyId, scheduleId, turn }: Turn): Promise<void> => {
  await sql`
    update report_schedule s set problem = ${`failed ${turn}`}
     where s.company_id = ${companyId} and s.schedule_id = ${scheduleId} and s.done_on is distinct from ${turn}::date`.execute(db)
}
