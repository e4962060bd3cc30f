import type { IngestStatus } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { workingDayAt } from '@mimamori/heat'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { Site } from '../../../shared/organisation/request-site.ts'
import { findRefusals } from './refusals.ts'
import { countSenders, findSenders, namesOf } from './senders.ts'
import { findUnknownDevices, type IsRegistrable } from './unknown-devices.ts'
import { findUnreadFields } from './unread-fields.ts'
import { countHeard, findWrongClocks } from './wrong-clocks.ts'

/** How receiving goes at a site (受信の状況), as its processes have written it to the database. */
export const readStatus = async (db: Db, site: Site, isRegistrable: IsRegistrable, now: Date): Promise<IngestStatus> => {
  const today = workingDayAt(now.getTime(), site.hours)
  const dayAgo = new Date(now.getTime() - dayMs)
  const senders = await findSenders(db, site)
  const nameOf = namesOf(senders)
  const { keys, ...sums } = await countSenders(db, site, senders, new Date(today.from), now)
  return {
    officeId: site.officeId,
    officeName: site.officeName,
    at: toJapanIso(now),
    today: {
      date: today.date,
      from: toJapanIso(new Date(today.from)),
      ...sums,
    },
    keys,
    refusals: await findRefusals(db, site, nameOf),
    unknownDevices: await findUnknownDevices(db, site, dayAgo, nameOf, isRegistrable),
    unknownFields: await findUnreadFields(db, site, nameOf),
    clocks: await findWrongClocks(db, site, dayAgo),
    heardDevices: await countHeard(db, site, dayAgo),
  }
}
