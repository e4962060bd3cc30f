import type { Db } from '../../../platform/context.ts'
import { isOfficeForecastAwaited } from '../../../shared/monitoring/forecast/forecast-origins.ts'
import { readNewestAnnouncement } from '../../../shared/monitoring/public-alerts/announcement-files.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

const minuteMs = 60_000

/** A plan waits so long after its time for what the ministry announces at that time. Project choice, decisions/0142. */
const longestWaitMs = 30 * minuteMs

/**
 * Whether a plan's turn waits: the ministry has announced alerts or a forecast by now that have not come. A plan of 17:00 or 5:30
 * would else leave without what is announced at 17:00 or 5:00.
 * @param turnAt the time that the turn is of
 */
export const isNewsAwaited = async (db: Db, site: OfficeKey, turnAt: Date, now: Date): Promise<boolean> => {
  if (now.getTime() - turnAt.getTime() >= longestWaitMs) return false
  return (await readNewestAnnouncement(db, now)).isAwaited || (await isOfficeForecastAwaited(db, site, now))
}
