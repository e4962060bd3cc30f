import { message, type UserRole } from '@mimamori/contract'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import { endRestOfPerson } from '../../shared/monitoring/rests/end-open-rests.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { hasOpenAlerts, type Locked, markDeleted, noteDeparture } from './person-store.ts'
import { takeOffAll } from './wear.ts'

/**
 * Closes a locked account: its login ID is free, sessions end, devices are free, the group is left, a rest ends. Readings and alerts
 * stay under the name.
 * @throws Refusal 400 while an alert of the person is open
 */
export const closeAccount = async (db: Db, saved: Locked, { fullName }: UserRole, now: Date): Promise<void> => {
  // From here on none of their alerts can open; one that opened just before is seen.
  await markDeleted(db, saved, now)
  if (await hasOpenAlerts(db, saved)) throw badRequest(message('alertOpen', { name: fullName }))
  await endSessions(db, saved, 'all', 'userDeleted', now)
  await takeOffAll(db, saved, now)
  await endRestOfPerson(db, saved, now)
  await noteDeparture(db, saved, now)
}
