import { finished } from 'node:stream'
import { message, ownDataFilesAnHour } from '@mimamori/contract'
import type { Language } from '@mimamori/contract/language'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { confirmedUntil } from '../../shared/accounts/confirmed-session.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { forbidden, Refusal } from '../../platform/errors.ts'
import { zipWriter } from '../../platform/exchange/zip-writer.ts'
import type { Actor } from '../../platform/http/route.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import { fillOwnZip } from './fill-zip.ts'

const hourMs = 3_600_000
const fileName = 'my-data.zip'

/** When the person may fetch the next file; undefined where that is now. */
const nextFileAt = async (db: Db, { companyId, userId }: Actor, now: Date): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select a.at from audit_log a
     where a.company_id = ${companyId} and a.action = 'export' and a.resource = 'myData' and a.user_id = ${userId}
       and a.at > ${new Date(now.getTime() - hourMs)}
     order by a.at desc offset ${ownDataFilesAnHour - 1} limit 1`.execute(db)
  const [decisive] = rows
  return decisive && new Date(decisive.at.getTime() + hourMs)
}

/**
 * Puts on the log that somebody fetches their own data. The person's row is locked, so that of calls at once each counts those before it.
 * @throws Refusal 429 beyond so many an hour
 */
const recordFetch = ({ db, clock }: Context, { actor, address }: Requester): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { companyId, officeId, userId, fullName } = actor
    await sql`select from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} for no key update`.execute(trx)
    const now = clock()
    const freeAt = await nextFileAt(trx, actor, now)
    if (freeAt !== undefined)
      throw new Refusal(
        429,
        [message('ownDataTooOften', { most: ownDataFilesAnHour })],
        Math.ceil((freeAt.getTime() - now.getTime()) / 1_000),
      )
    const about = { resource: 'myData', resourceId: fileName, companyId, officeId, after: { fullName } }
    await writeAudit(trx, { at: now, actor, address, action: 'export', ...about })
  })

/**
 * Answers with all that is kept of the actor as a ZIP, made while it is sent: no file of it lies anywhere, and no link leads to it.
 * @throws Refusal 403 unless the session was confirmed within some minutes, 429 beyond so many files an hour; both before the first byte
 */
export const sendOwnData = async (context: Context, requester: Requester, language: Language, reply: FastifyReply): Promise<void> => {
  const { db, clock } = context
  const { actor } = requester
  if ((await confirmedUntil(db, actor, clock())) === null) throw forbidden('confirmFirst')
  await recordFetch(context, requester)
  await whileWaitedFor(reply, async (leaving) => {
    const zip = zipWriter(clock())
    void fillOwnZip(context, zip, actor, language).catch((error: Error) => zip.stream.destroy(error))
    finished(zip.stream, { writable: false }, (error) => {
      if (error && !leaving.aborted) reply.log.error({ err: error }, 'a ZIP of own data broke off')
    })
    leaving.addEventListener('abort', () => zip.stream.destroy())
    void reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(zip.stream)
  })
}
