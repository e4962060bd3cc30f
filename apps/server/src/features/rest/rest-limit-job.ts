import { sql } from 'kysely'
import { announce } from '../../shared/announcements/announce.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'

/** A rest that nobody ends is over after so long: somebody forgot it, or went home. Project choice, decisions/0128. */
const longestHours = 4

/** A person whom a resting place has not heard for so long is no longer there. Project choice, decisions/0128. */
const unheardMinutes = 60

/**
 * Ends the rests that nobody ends: of somebody at a resting place when they were last heard there, else after the longest time.
 */
export const restLimitJob: Recurring = {
  name: 'rest-limit',
  everySeconds: 300,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const earliest = new Date(now.getTime() - longestHours * 3_600_000)
    const unheardSince = new Date(now.getTime() - unheardMinutes * 60_000)
    const isOver = sql<boolean>`r.ended_at is null and (r.began_at < ${earliest}::timestamptz or r.heard_at < ${unheardSince}::timestamptz)`
    await eachCompany(context, client, companiesOf('rest', 'r', isOver), async (companyId) => {
      const db = onClient(client)
      // A cluster takes no \`timestamptz + interval\` within a case: that depends on the session's time zone.
      const { rows } = await sql<{ office_id: number; user_id: number }>`
        update rest r
           set ended_by = 'limit',
               ended_at = case when r.heard_at < ${unheardSince}::timestamptz then greatest(r.heard_at, r.began_at)
                               else (r.began_at at time zone 'UTC' + ${`${longestHours} hours`}::interval) at time zone 'UTC' end
         where r.company_id = ${companyId} and ${isOver}
         returning r.office_id, r.user_id`.execute(db)
      const byOffice = Map.groupBy(rows, (row) => row.office_id)
      await announce(db, ...[...byOffice].map(([officeId, own]) => ({ companyId, officeId, userIds: own.map((row) => row.user_id) })))
    })
  },
}
