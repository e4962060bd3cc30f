import { message, type OperationPart, operationPartNames } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { japanDay, japanDayRange } from '../../platform/japan-time.ts'
import { queueMail } from '../../platform/outside/outgoing-mail.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { watchingJob } from '../../shared/operation/noted-states.ts'
import { readOperation } from '../../shared/operation/operation-reader.ts'
import type { AlarmWatch } from './alarm-watch.ts'
import { dailyLetter } from './letters.ts'
import { isSettled, type NotedState, type ReadFigures, readNotedStates, readStatus } from './read-status.ts'
import { queueOperationPush } from './queue-operation-push.ts'
import { readServiceAdmins } from './service-admins.ts'
import { dailyHour, settledMs, waitForSettledMs } from './thresholds.ts'

const hourMs = 3_600_000
/** The row that says when the day was looked at last. */
const dailyMark = 'daily'

const noteDaily = async (db: Db, now: Date): Promise<void> => {
  await sql`
    insert into operation_state as s (part, state, since, told_at) values (${dailyMark}, 'normal', ${now}, ${now})
    on conflict (part) do update set told_at = excluded.told_at`.execute(db)
}

/** The last time before now at which the daily mail is due. */
export const lastDue = (now: Date): Date => {
  const today = new Date(japanDayRange(japanDay(now)).from.getTime() + dailyHour * hourMs)
  return today <= now ? today : new Date(today.getTime() - 24 * hourMs)
}

/** Notes the states, and since when; that of the alarms is noted by those who watch them. */
const noteStates = async (db: Db, parts: readonly OperationPart[], now: Date): Promise<void> => {
  const rows = parts.filter(({ part }) => part !== 'alarms').map(({ part, state }) => ({ part, state }))
  await sql`
    insert into operation_state as s (part, state, since)
    select x.part, x.state, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (part text, state text)
    on conflict (part) do update set state = excluded.state, since = excluded.since where s.state <> excluded.state`.execute(db)
}

/** Notes of which parts people were notified, and of which no more, since they are well again. */
const noteNotified = async (db: Db, ill: readonly OperationPart[], now: Date): Promise<void> => {
  const names = ill.map(({ part }) => part)
  await sql`update operation_state s set told_at = ${now} where s.part = any(${names}::text[]) and s.part <> 'alarms'`.execute(db)
  await sql`update operation_state s set told_at = null where s.part <> all(${names}::text[]) and s.part not in ('alarms', ${dailyMark})`.execute(
    db,
  )
}

const illInWords = (ill: readonly OperationPart[]) => ({
  title: message('operationIllTitle'),
  body: ill.map(({ part }) => operationPartNames[part]).join('、'),
})

/** Mails service administrators what needs a hand and what is well again since the mail before, unless there is neither. */
const tellDaily = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  parts: readonly OperationPart[],
  noted: ReadonlyMap<string, NotedState>,
  now: Date,
): Promise<void> => {
  const due = lastDue(now)
  const daily = noted.get(dailyMark)?.toldAt ?? undefined
  // A new installation has no day behind it yet; neither has one that a wrong clock looked at tomorrow.
  if (daily === undefined || daily > now) return noteDaily(db, now)
  if (daily >= due) return
  const settledBefore = new Date(now.getTime() - settledMs)
  const ill = parts.filter(({ state }) => state === 'needsHand')
  // What has just begun may be over in a moment, as after a restart; it is waited for a while, so that it need not wait for a day.
  if (ill.some(({ part }) => !isSettled(noted.get(part), settledBefore)) && now.getTime() - due.getTime() < waitForSettledMs) return
  const wellAgain = parts.filter(
    ({ part, state }) => part !== 'alarms' && state !== 'needsHand' && (noted.get(part)?.toldAt ?? null) !== null,
  )
  await db.transaction().execute(async (trx) => {
    await noteDaily(trx, now)
    if (ill.length === 0 && wellAgain.length === 0) return
    const { addresses, userIds } = await readServiceAdmins(trx)
    const letter = dailyLetter(ill, wellAgain, config.publicUrl)
    if (addresses.length > 0) await queueMail(trx, { at: now, companyId: providerId, recipients: { to: addresses }, ...letter })
    // A mail cannot say that mails do not leave.
    if (ill.some(({ part }) => part === 'mail')) await queueOperationPush({ db: trx, config }, userIds, illInWords(ill), now)
    await noteNotified(trx, ill, now)
  })
}

/**
 * Notes how each part of the service is, and mails service administrators once a day what needs a hand: at a fixed hour, again each
 * day, and once more when it is well.
 */
export const operationJob = (watch: Pick<AlarmWatch, 'look' | 'aheadMs'>, readFigures: ReadFigures = readOperation): Recurring => ({
  name: watchingJob,
  everySeconds: 30,
  lockedBy: 'session',
  run: async (context) => {
    // By the clock that all share: one that is wrong must not put the next mails off.
    const now = new Date(context.clock().getTime() - watch.aheadMs())
    const { parts } = await readStatus(context, watch, readFigures)
    const before = await readNotedStates(context.db)
    await noteStates(context.db, parts, now)
    await tellDaily(context, parts, before, now)
  },
})
