import { sql } from 'kysely'
import { endDrills, openDrill } from '../episodes/drills.ts'
import { companiesOf, eachCompany } from '../../../shared/cluster-health/each-company.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { isDrillDue, takeDueSchedules } from './schedule.ts'

const running = companiesOf('alert', 'a', sql`a.drill and a.ended_at is null`)

/** Starts the weekly drills whose time has come, and ends those that are over: all of a company's turn, or nothing of it. */
export const drillJob: Recurring = {
  name: 'drills',
  everySeconds: 10,
  lockedBy: 'session',
  run: async (context, client) => {
    const db = onClient(client)
    const at = context.clock()
    await eachCompany(context, client, running, (companyId) => endDrills(db, companyId, at))
    await eachCompany(context, client, companiesOf('drill_schedule', 's', isDrillDue(at)), async (companyId) => {
      for (const office of await takeDueSchedules(db, companyId, at)) await openDrill(db, { ...office, groupId: null, at })
    })
  },
}
