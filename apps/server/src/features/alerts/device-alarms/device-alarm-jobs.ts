import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../../shared/cluster-health/each-company.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { openDueAlarms } from '../episodes/device-alarms.ts'

/** Notifies people of the alarms that their devices did not cancel within the window, a second later at the most. */
export const deviceAlarmJob: Recurring = {
  name: 'device-alarms',
  everySeconds: 1,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const isDue = sql<boolean>`d.state = 'pending' and d.due_at <= ${now}`
    await eachCompany(context, client, companiesOf('device_alarm', 'd', isDue), (companyId) =>
      openDueAlarms(onClient(client), companyId, now),
    )
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
      await sql`delete from device_alarm d where d.company_id = ${companyId} and ${isOver}`.execute(onClient(client))
    })
  },
}
