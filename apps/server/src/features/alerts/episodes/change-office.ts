import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { beginOf, hourMs, markHours } from '../../../shared/monitoring/summaries/due.ts'
import { markOpenAlarms } from './alarm-marks.ts'
import { isOwn } from './own-kinds.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

type MovedEpisode = Pick<EpisodeEvent, 'companyId' | 'alertId' | 'officeId' | 'level'>

const movedColumns = sql`company_id as "companyId", alert_id as "alertId", office_id as "officeId", level`

const idsOf = (rows: readonly MovedEpisode[]) => rows.map(({ alertId }) => alertId)

/** Gives what was reported to the alerts that ended to those of the same kind that continue them. */
const moveReports = async (
  db: Db,
  { companyId, userId }: PersonKey,
  ended: readonly MovedEpisode[],
  begun: readonly MovedEpisode[],
): Promise<void> => {
  await sql`
    update condition_report r set alert_id = b.alert_id
      from alert e join alert b on b.company_id = ${companyId} and b.kind = e.kind and b.alert_id = any(${idsOf(begun)}::int[])
     where r.company_id = ${companyId} and r.user_id = ${userId} and r.alert_id = e.alert_id
       and e.company_id = ${companyId} and e.alert_id = any(${idsOf(ended)}::int[])`.execute(db)
}

/** The alarms of devices that the ended alerts announced are those of the alerts that continue them: what ends or repeats one is known there. */
const moveAlarms = async (
  db: Db,
  { companyId, userId }: PersonKey,
  ended: readonly MovedEpisode[],
  begun: readonly MovedEpisode[],
): Promise<void> => {
  await sql`
    update device_alarm d set alert_id = b.alert_id
      from alert b
     where d.company_id = ${companyId} and d.user_id = ${userId} and d.alert_id = any(${idsOf(ended)}::int[])
       and b.company_id = ${companyId} and b.kind = d.kind and b.alert_id = any(${idsOf(begun)}::int[])`.execute(db)
}

/**
 * Ends every episode of a person who has just gone to another office of their company as handed over (引継ぎ), and closes it,
 * because the people there are no longer responsible. What is the person's own opens at the new office at once, to be answered
 * there, with the levels and values it had; belt, battery and silence are of devices that stay behind. Neither office's
 * history names the other. What was reported of them follows, to be read there. The person's row says where they are now, and their state has been locked before.
 */
export const changeOffice = async (
  db: Db,
  { companyId, userId }: PersonKey,
  by: { readonly userId: number; readonly userName: string; readonly at: Date },
): Promise<void> => {
  const { at } = by
  const ended = await sql<MovedEpisode>`
    update alert a
       set ended_at = greatest(a.started_at, ${at}::timestamptz), ending = 'handedOver', handling = 'closed', handled_by = ${by.userId},
           handled_by_name = ${by.userName}, handled_at = ${at}, changed_at = now()
      from app_user u
     where u.company_id = ${companyId} and u.user_id = ${userId}
       and a.company_id = u.company_id and a.user_id = u.user_id and a.office_id <> u.office_id and a.ended_at is null
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.level`.execute(db)
  if (ended.rows.length === 0) return
  const begun = await sql<MovedEpisode>`
    insert into alert (kind, company_id, office_id, user_id, full_name, company_name, base_name, level, peak_level, cause, reason, heart_rate,
      excess, wbgt, started_at, called_at, source, peak_reason, peak_heart_rate, peak_excess, peak_wbgt)
    select a.kind, a.company_id, u.office_id, a.user_id, u.full_name, a.company_name, o.name, a.level, a.peak_level, a.cause, a.reason,
           a.heart_rate, a.excess, a.wbgt, ${at}, a.called_at, a.source, a.peak_reason, a.peak_heart_rate, a.peak_excess, a.peak_wbgt
      from alert a
      join app_user u on u.company_id = a.company_id and u.user_id = a.user_id
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
     where a.company_id = ${companyId} and a.alert_id = any(${ended.rows.map(({ alertId }) => alertId)}::int[]) and ${isOwn}
    returning ${movedColumns}`.execute(db)
  if (begun.rows.length > 0) {
    await moveReports(db, { companyId, userId }, ended.rows, begun.rows)
    await moveAlarms(db, { companyId, userId }, ended.rows, begun.rows)
    await markHours(db, companyId, [{ userId, hour: beginOf(at.getTime(), hourMs) }])
  }
  await markOpenAlarms(db, [{ companyId, userId }])
  await recordEvents(db, [
    ...ended.rows.map((row): EpisodeEvent => ({ ...row, ...by, event: 'handedOver', note: '別の拠点に移りました' })),
    ...begun.rows.map((row): EpisodeEvent => ({ ...row, at, event: 'opened', note: '別の拠点から引き継ぎました' })),
  ])
}
