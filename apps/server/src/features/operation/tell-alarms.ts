import { message } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { AlarmVerdict } from './alarm-watch.ts'
import { inTime } from './in-time.ts'
import { createLetterSender } from './letter-sender.ts'
import { alarmLetter, calmLetter } from './letters.ts'
import { queueOperationPush } from './queue-operation-push.ts'
import { readServiceAdmins, type ServiceAdmins } from './service-admins.ts'
import { calmMs } from './thresholds.ts'

/**
 * Notes that this process sees it, and that service administrators are being notified. What nobody has seen for as long as alarms
 * must reach people to be well is another matter, as in a backup that was made meanwhile.
 * @returns false where they have been notified of it
 */
const claim = async (db: Db, { since, reasons, now }: { since: Date; reasons: readonly string[]; now: Date }): Promise<boolean> => {
  const { rows } = await sql`
    insert into operation_state as s (part, state, since, told_at, seen_at, reasons)
    values ('alarms', 'needsHand', ${since}, ${now}, ${now}, ${reasons}::text[])
    on conflict (part) do update
       set state = 'needsHand', since = excluded.since, told_at = excluded.told_at, seen_at = excluded.seen_at, reasons = excluded.reasons
     where s.told_at is null or s.seen_at is null or s.seen_at < ${new Date(now.getTime() - calmMs)}
    returning s.part`.execute(db)
  if (rows.length > 0) return true
  await sql`
    update operation_state s set seen_at = ${now}, reasons = ${reasons}::text[]
     where s.part = 'alarms' and s.told_at is not null`.execute(db)
  return false
}

/**
 * Notes that alarms reach people again, once no process has seen the contrary for long enough.
 * @returns since when they could not; undefined where nobody was notified of that, or it is long over
 */
const release = async (db: Db, now: Date): Promise<Date | undefined> => {
  const { rows } = await sql<{ since: Date; is_recent: boolean }>`
    with before as (
      select b.since, coalesce(b.seen_at, b.told_at) as seen_at from operation_state b
       where b.part = 'alarms' and b.told_at is not null
         and coalesce(b.seen_at, b.told_at) <= ${new Date(now.getTime() - calmMs)} for update)
    update operation_state s set state = 'normal', since = ${now}, told_at = null, seen_at = null, reasons = '{}'
      from before where s.part = 'alarms'
    returning before.since, before.seen_at > ${new Date(now.getTime() - dayMs)} as is_recent`.execute(db)
  return rows[0]?.is_recent === true ? rows[0].since : undefined
}

/**
 * Notifies service administrators at once that alarms reach nobody, and when they can again: by mail past the outbox, and by push.
 * @param aheadMs how far this process's clock is ahead of the database's, by which the processes agree on when it is over
 * @param patienceMs how long the database is waited for
 */
export const createAlarmTeller = (
  context: Pick<Context, 'db' | 'config' | 'clock' | 'log'>,
  aheadMs: () => number = () => 0,
  patienceMs?: number,
) => {
  const { db, config, clock, log } = context
  const sender = createLetterSender(context)
  const sending = new Set<Promise<unknown>>()
  // Kept for when the database cannot be asked.
  let admins: ServiceAdmins = { userIds: [], addresses: [] }
  let calmSince: Date | undefined
  let withoutDatabaseSince: Date | undefined

  /** Without waiting for it: a mail server that hangs must not prevent this process from reporting itself. */
  const sendApart = (under: Promise<unknown>): void => {
    const running = under.catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'a notice on the state of the service waits'))
    sending.add(running)
    void running.finally(() => sending.delete(running))
  }

  const sharedNow = () => new Date(clock().getTime() - aheadMs())
  let seen: { readonly since: Date; readonly reasons: readonly string[] } = { since: clock(), reasons: [] }
  const heldUpLetter = () => alarmLetter(seen.reasons, message('alarmsAction'), seen.since, config.publicUrl)

  /** Notes it, and what is to be sent, both or neither: whichever moment the process ends at, somebody is notified. */
  const claimInTime = inTime(
    () =>
      db.transaction().execute(async (trx) => {
        if (!(await claim(trx, { ...seen, now: sharedNow() }))) return { letter: undefined }
        const { userIds, addresses } = await readServiceAdmins(trx)
        const words = { title: message('alarmsHeldUpTitle'), body: seen.reasons.join('\n') }
        await queueOperationPush({ db: trx, config }, userIds, words, clock())
        // Those whom this process has mailed already, while the database took nothing, are not mailed again.
        return { letter: await sender.keep(trx, heldUpLetter(), withoutDatabaseSince === undefined ? addresses : []) }
      }),
    patienceMs,
  )
  const releaseInTime = inTime(
    () =>
      db.transaction().execute(async (trx) => {
        const since = (await release(trx, sharedNow())) ?? withoutDatabaseSince
        if (since === undefined) return { letter: undefined }
        const { addresses } = await readServiceAdmins(trx)
        return { letter: await sender.keep(trx, calmLetter(since, clock(), config.publicUrl), addresses) }
      }),
    patienceMs,
  )
  const readAdminsInTime = inTime(() => readServiceAdmins(db), patienceMs)

  /** Nobody can claim it: each process that would send mails sends one, once it knows to whom, and tries again where none is taken. */
  const tellWithoutDatabase = (since: Date): void => {
    if (withoutDatabaseSince !== undefined || admins.addresses.length === 0 || !config.roles.includes('jobs')) return
    withoutDatabaseSince = since
    const sent = sender.send({ written: heldUpLetter(), addresses: admins.addresses, mailId: undefined })
    sendApart(
      sent.then((isTaken) => {
        if (!isTaken) withoutDatabaseSince = undefined
      }),
    )
  }

  const tellHeldUp = async ({ reasons, heldUpSince }: AlarmVerdict, canWrite: boolean): Promise<void> => {
    calmSince = undefined
    const since = heldUpSince ?? clock()
    seen = { since, reasons }
    const claimed = canWrite ? await claimInTime().catch(() => undefined) : undefined
    if (claimed === undefined) return tellWithoutDatabase(since)
    if (claimed.letter !== undefined) sendApart(sender.send(claimed.letter))
  }

  const tellCalm = async (canWrite: boolean): Promise<void> => {
    const now = clock()
    calmSince ??= now
    if (!canWrite || now.getTime() - calmSince.getTime() < calmMs) return
    const released = await releaseInTime()
    if (released === undefined) return
    withoutDatabaseSince = undefined
    if (released.letter !== undefined) sendApart(sender.send(released.letter))
  }

  return {
    /** @param canWrite whether the database takes writes just now */
    tell: async (verdict: AlarmVerdict, canWrite: boolean): Promise<void> => {
      // One that takes no writes may still say whom to notify.
      if (canWrite || admins.addresses.length === 0) admins = (await readAdminsInTime().catch(() => undefined)) ?? admins
      await (verdict.heldUpSince === null ? tellCalm(canWrite) : tellHeldUp(verdict, canWrite))
    },
    /** Resolves once no mail is on its way. */
    settled: async (): Promise<void> => void (await Promise.all(sending)),
    stop: async (): Promise<void> => {
      sender.stop()
      await Promise.all(sending)
    },
  }
}
