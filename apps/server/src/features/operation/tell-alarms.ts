import { randomUUID } from 'node:crypto'
import { message, screens } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { reasonOf } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { createMailer } from '../../platform/outside/mailer.ts'
import { queueMail } from '../../platform/outside/outgoing-mail.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import type { AlarmVerdict } from './alarm-watch.ts'
import { alarmLetter, calmLetter, type WrittenLetter } from './letters.ts'
import { readServiceAdmins, type ServiceAdmins } from './service-admins.ts'
import { calmMs } from './thresholds.ts'

const sendMs = 60_000

/** Notes that service administrators are being notified. @returns false where another process has done so */
const claim = async ({ db }: Pick<Context, 'db'>, since: Date, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into operation_state as s (part, state, since, told_at) values ('alarms', 'needsHand', ${since}, ${now})
    on conflict (part) do update
       set state = 'needsHand', since = case when s.state = 'needsHand' then s.since else excluded.since end, told_at = excluded.told_at
     where s.told_at is null
    returning s.part`.execute(db)
  return rows.length > 0
}

/** Notes that alarms reach people again. @returns since when they could not; undefined where nobody was notified of that */
const release = async ({ db }: Pick<Context, 'db'>, now: Date): Promise<Date | undefined> => {
  const { rows } = await sql<{ since: Date }>`
    with before as (select b.since from operation_state b where b.part = 'alarms' and b.told_at is not null for update)
    update operation_state s set state = 'normal', since = ${now}, told_at = null
      from before where s.part = 'alarms'
    returning before.since`.execute(db)
  return rows[0]?.since
}

/**
 * Notifies service administrators at once that alarms reach nobody, and when they can again. The mail is sent from here, past the
 * outbox, since what is ill may be the job that empties that; what the server does not take waits in the outbox.
 */
export const createAlarmTeller = (context: Pick<Context, 'db' | 'config' | 'clock' | 'log'>) => {
  const { db, config, clock, log } = context
  const { smtpUrl, mailFrom, publicUrl } = config
  const sending = new Set<Promise<void>>()
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
  const sendApart = (letter: WrittenLetter): void => {
    const running = send(letter).catch((error: unknown) =>
      log.warn({ reason: reasonOf(error) }, 'a mail on the state of the service was lost'),
    )
    sending.add(running)
    void running.finally(() => sending.delete(running))
  }

  const push = async (title: string, body: string): Promise<void> => {
    const at = clock()
    await queuePush(
      { db, config },
      admins.userIds.map((userId) => ({
        companyId: providerId,
        userId,
        at,
        payload: {
          title,
          body,
          url: screens.operation.path,
          tag: 'operation',
          level: null,
          emergency: false,
          drill: false,
          at: toJapanIso(at),
        },
      })),
    )
  }

  const tellHeldUp = async ({ reasons, heldUpSince }: AlarmVerdict, canWrite: boolean): Promise<void> => {
    calmSince = undefined
    const now = clock()
    const since = heldUpSince ?? now
    const letter = () => alarmLetter(reasons, message('alarmsAction'), since, publicUrl)
    if (!canWrite) {
      // Nobody can claim it: each process that would send mails sends one.
      if (withoutDatabaseSince !== undefined || !config.roles.includes('jobs')) return
      withoutDatabaseSince = since
      sendApart(letter())
      return
    }
    if (!(await claim(context, since, now))) return
    sendApart(letter())
    await push(message('alarmsHeldUpTitle'), reasons.join('\n'))
  }

  const tellCalm = async (canWrite: boolean): Promise<void> => {
    const now = clock()
    calmSince ??= now
    if (!canWrite || now.getTime() - calmSince.getTime() < calmMs) return
    const since = (await release(context, now)) ?? withoutDatabaseSince
    withoutDatabaseSince = undefined
    if (since !== undefined) sendApart(calmLetter(since, now, publicUrl))
  }

  return {
    /** @param canWrite whether the database takes writes just now */
    tell: async (verdict: AlarmVerdict, canWrite: boolean): Promise<void> => {
      // Kept for when the database cannot be asked.
      if (canWrite) admins = await readServiceAdmins(db)
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
