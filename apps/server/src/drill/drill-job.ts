import { endDrills, openDrill } from '../monitoring/episodes/drills.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import type { Recurring } from '../platform/recurring.ts'
import { takeDueSchedules } from './schedule.ts'

/** Starts the weekly drills whose time has come, and ends those that are over: all of a turn, or nothing of it. */
export const drillJob: Recurring = {
  name: 'drills',
  everySeconds: 10,
  run: async ({ clock }, client) => {
    const db = onClient(client)
    const at = clock()
    await endDrills(db, at)
    for (const office of await takeDueSchedules(db, at)) await openDrill(db, { ...office, groupId: null, at })
  },
}
