import { sql } from 'kysely'
import { takeAccountsTurn } from '../../shared/accounts/login.ts'
import { companiesOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import { isGuestOver } from '../../shared/monitoring/workers/guest-day.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { closeAccount } from './close.ts'
import { findHold } from './erasure/holds.ts'
import { forgetPerson } from './forget-person.ts'
import { lockAccount } from './person-store.ts'
import { announceDeparture, recordOf } from './record.ts'
import { readUserRow } from './rows.ts'

/** The log's address for what the product does by itself. */
const bySelf = 'サーバー'

/** Again of a guest whose row is locked, who may have got an alert or a device meanwhile. */
const isOver = async (db: Db, { companyId, userId }: PersonKey, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} and ${isGuestOver(companyId, now)}`.execute(db)
  return rows.length > 0
}

const closeGuest = ({ db, clock, isDivided }: Context, guest: PersonKey): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await takeAccountsTurn(trx, { isDivided })
    const saved = await lockAccount(trx, guest)
    const now = clock()
    if (saved === undefined || !(await isOver(trx, saved, now))) return
    const row = await readUserRow(trx, saved, now)
    await closeAccount(trx, saved, row, now)
    if ((await findHold(trx, saved, now)) === undefined) await forgetPerson(trx, saved)
    const { companyId, userId, officeId } = saved
    const about = { resource: 'user', resourceId: userId, companyId, officeId, before: recordOf(row) }
    await writeAudit(trx, { at: now, actor: null, address: bySelf, action: 'closeGuest', ...about })
    await announceDeparture(trx, row)
  })

const findDue = async ({ db, clock }: Context, companyId: number): Promise<PersonKey[]> => {
  const { rows } = await sql<PersonKey>`
    select u.company_id as "companyId", u.user_id as "userId" from app_user u
     where u.company_id = ${companyId} and ${isGuestOver(companyId, clock())}
     order by u.user_id`.execute(db)
  return rows
}

/**
 * Closes guests whose day is over: their devices are free, their card and sessions end, readings and alerts stay under their name.
 * One with an open alert stays until somebody has closed it, and one whose device is heard until it is handed back (decisions/0130).
 */
export const closeGuestsJob: Recurring = {
  name: 'close-guests',
  everySeconds: 120,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const due = sql`(u.guest_until <= ${now} and u.deleted_at is null)`
    const { rows } = await companiesOf('app_user', 'u', due)(await reachedNow(context)).execute(onClient(client))
    const failures: unknown[] = []
    for (const { companyId } of rows)
      for (const guest of await findDue(context, companyId))
        await closeGuest(context, guest).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  },
}
