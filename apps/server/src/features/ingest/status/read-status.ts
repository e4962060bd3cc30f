import type { IngestStatus } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { workingDayAt } from '@mimamori/heat'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { Site } from '../../../shared/organisation/request-site.ts'
import { findRefusals } from './refusals.ts'
import { countSenders, findSenders } from './senders.ts'
import { findUnknownDevices, type IsRegistrable } from './unknown-devices.ts'
import { findUnreadFields } from './unread-fields.ts'
import { countHeard, findWrongClocks } from './wrong-clocks.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** How receiving goes at a site (受信の状況), as its processes have written it to the database. */
export const readStatus = async (db: Db, site: Site, isRegistrable: IsRegistrable, now: Date): Promise<IngestStatus> => {
  const today = workingDayAt(now.getTime(), site.hours)
  const dayAgo = new Date(now.getTime() - dayMs)
  const senders = await findSenders(db, site)
  const names = new Map(senders.map(({ id, name }) => [id, name]))
  const nameOf = (keyId: string) => names.get(keyId) ?? keyId
  const keys = await countSenders(db, site, senders, new Date(today.from), now)
  const counted = keys.filter(({ trial }) => !trial)
  return {
    officeId: site.officeId,
    officeName: site.officeName,
    at: toJapanIso(now),
    today: {
      date: today.date,
      from: toJapanIso(new Date(today.from)),
      accepted: sum(counted.map(({ accepted }) => accepted)),
      duplicates: sum(counted.map(({ duplicates }) => duplicates)),
      rejected: sum(counted.flatMap(({ rejected }) => rejected.map(({ count }) => count))),
    },
    keys,
    refusals: await findRefusals(db, site, nameOf),
    unknownDevices: await findUnknownDevices(db, site, dayAgo, nameOf, isRegistrable),
    unknownFields: await findUnreadFields(db, site, nameOf),
    clocks: await findWrongClocks(db, site),
    heardDevices: await countHeard(db, site, dayAgo),
  }
}
