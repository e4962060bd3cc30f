import { randomUUID } from 'node:crypto'
import { message } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { reasonOf } from '../../platform/errors.ts'
import { createMailer } from '../../platform/outside/mailer.ts'
import { queueMail } from '../../platform/outside/outgoing-mail.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import type { AlarmVerdict } from './alarm-watch.ts'
import { inTime } from './in-time.ts'
import { alarmLetter, calmLetter, type WrittenLetter } from './letters.ts'
import { queueOperationPush } from './queue-operation-push.ts'
import { readServiceAdmins, type ServiceAdmins } from './service-admins.ts'
import { calmMs } from './thresholds.ts'

const sendMs = 60_000

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
 * Notifies service administrators at once that alarms reach nobody, and when they can again. The mail is sent from here, past the
 * outbox, since what is ill may be the job that empties that; what the server does not take waits in the outbox.
 * @param aheadMs how far this process's clock is ahead of the database's, by which the processes agree on when it is over
 * @param patienceMs how long the database is waited for
 */
export const createAlarmTeller = (
  context: Pick<Context, 'db' | 'config' | 'clock' | 'log'>,
  aheadMs: () => number = () => 0,
  patienceMs?: number,
) => {
  const { db, config, clock, log } = context
  const { smtpUrl, mailFrom, publicUrl } = config
  const sending = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  let admins: ServiceAdmins = { userIds: [], addresses: [] }
  let calmSince: Date | undefined
  let withoutDatabaseSince: Date | undefined

  /** @returns the addresses that the server did not take */
  const sendNow = async ({ subject, body, html }: WrittenLetter): Promise<readonly string[]> => {
    const { addresses } = admins
    if (smtpUrl === undefined || addresses.length === 0) return []
    const mailer = createMailer({ smtpUrl, mailFrom })
    try {
      const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replaceAll(/[>\s]/g, '')
      const { refused } = await mailer.send(
        {
          messageId: `<mimamori-operation-${randomUUID()}@${domain}>`,
          recipients: { to: addresses },
          pending: addresses,
          date: clock(),
          subject,
          body,
          html,
          file: null,
        },
        AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMs)]),
      )
      return refused.map(({ address }) => address)
    } finally {
      mailer.close()
    }
  }

  const send = async (letter: WrittenLetter): Promise<void> => {
    const missed = await sendNow(letter)
    if (missed.length === 0) return
    log.warn('the mail server does not take the mail on the state of the service; it waits in the outbox')
    await queueMail(db, { at: clock(), companyId: providerId, recipients: { to: missed }, urgent: true, ...letter })
  }

  /** Without waiting for it: a mail server that hangs must not prevent this process from reporting itself. */
  const sendApart = (under: Promise<unknown>): void => {
    const running = under.catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'a notice on the state of the service was lost'))
    sending.add(running)
    void running.finally(() => sending.delete(running))
  }

  const sharedNow = () => new Date(clock().getTime() - aheadMs())
  let seen: { readonly since: Date; readonly reasons: readonly string[] } = { since: clock(), reasons: [] }
  const claimInTime = inTime(() => claim(db, { ...seen, now: sharedNow() }), patienceMs)
  const releaseInTime = inTime(async () => ({ since: await release(db, sharedNow()) }), patienceMs)
  const readAdminsInTime = inTime(() => readServiceAdmins(db), patienceMs)

  const tellHeldUp = async ({ reasons, heldUpSince }: AlarmVerdict, canWrite: boolean): Promise<void> => {
    calmSince = undefined
    const since = heldUpSince ?? clock()
    seen = { since, reasons }
    const isClaimed = canWrite ? await claimInTime().catch(() => undefined) : undefined
    if (isClaimed === false) return
    const letter = alarmLetter(reasons, message('alarmsAction'), since, publicUrl)
    if (isClaimed === undefined) {
      // Nobody can claim it: each process that would send mails sends one, once it knows to whom.
      if (withoutDatabaseSince !== undefined || admins.addresses.length === 0 || !config.roles.includes('jobs')) return
      withoutDatabaseSince = since
      sendApart(send(letter))
      return
    }
    sendApart(send(letter))
    sendApart(queueOperationPush(context, admins.userIds, { title: message('alarmsHeldUpTitle'), body: reasons.join('\n') }, clock()))
  }

  const tellCalm = async (canWrite: boolean): Promise<void> => {
    const now = clock()
    calmSince ??= now
    if (!canWrite || now.getTime() - calmSince.getTime() < calmMs) return
    const released = await releaseInTime()
    if (released === undefined) return
    const since = released.since ?? withoutDatabaseSince
    withoutDatabaseSince = undefined
    if (since !== undefined) sendApart(send(calmLetter(since, now, publicUrl)))
  }

  return {
    /** @param canWrite whether the database takes writes just now */
    tell: async (verdict: AlarmVerdict, canWrite: boolean): Promise<void> => {
      // Kept for when the database cannot be asked. One that takes no writes may still say whom to notify.
      if (canWrite || admins.addresses.length === 0) admins = (await readAdminsInTime().catch(() => undefined)) ?? admins
      await (verdict.heldUpSince === null ? tellCalm(canWrite) : tellHeldUp(verdict, canWrite))
    },
    /** Resolves once no mail is on its way. */
    settled: async (): Promise<void> => void (await Promise.all(sending)),
    stop: async (): Promise<void> => {
      stopping.abort()
      await Promise.all(sending)
    },
  }
}
