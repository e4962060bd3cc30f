import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import pg from 'pg'
import { companiesOf, eachCompany, eachOf, reachedNow } from '../../../shared/cluster-health/each-company.ts'
import { isDatabaseAway } from '../../../platform/database/database-away.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { findDueAlarms, openDueAlarm } from '../episodes/device-alarms.ts'

// A batch of readings or somebody's answer holds a lock for less. What is held longer is tried again a second later.
const patience = "set local citus.propagate_set_commands = 'local'; set local lock_timeout = '50ms'"

// A lock for which an alarm has waited so long is a fault.
const heldTooLongMs = 10_000

const isHeld = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

/**
 * Notifies people of the alarms that their devices did not cancel within the window, a second later at the most. Each is opened in a
 * transaction of its own: one that waits for a lock, or fails, keeps no other waiting.
 */
export const deviceAlarmJob: Recurring = {
  name: 'device-alarms',
  everySeconds: 1,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const db = onClient(client)
    const failures: unknown[] = []
    for (const due of await findDueAlarms(db, await reachedNow(context), now)) {
      try {
        await eachOf(context, client, [due], async () => {
          await client.query(patience)
          await openDueAlarm(db, due, now)
        })
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        if (!isHeld(error)) failures.push(error)
        else if (due.dueAt.getTime() < now.getTime() - heldTooLongMs) context.log.error(due, 'an alarm of a device waits for a lock')
      }
    }
    if (failures.length > 0) throw failures[0]
  },
}

// Readings of a day ago may still change an alarm; after that its alert alone says what happened.
const keptMs = 2 * dayMs

/** Forgets alarms of which no reading can change anything any more. */
export const forgetAlarmsJob: Recurring = {
  name: 'forget-device-alarms',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const before = new Date(context.clock().getTime() - keptMs)
    const isOver = sql<boolean>`d.state <> 'pending' and d.last_at < ${before} and d.due_at < ${before}`
    await eachCompany(context, client, companiesOf('device_alarm', 'd', isOver), async (companyId) => {
      // What a batch of readings holds has its turn an hour later: waiting for one row with another locked could be a deadlock.
      await sql`
        delete from device_alarm e
         where e.company_id = ${companyId}
           and e.alarm_id in (select d.alarm_id from device_alarm d where d.company_id = ${companyId} and ${isOver} for update skip locked)`.execute(
        onClient(client),
      )
    })
  },
}
