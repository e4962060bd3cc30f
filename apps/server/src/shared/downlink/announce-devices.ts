import { announce } from '../announcements/announce.ts'
import type { DeviceKey, OfficeKey } from '../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'

/** Announces to the consoles of each office that the commands of these devices changed. */
export const announceDevices = (db: Db, changed: readonly (DeviceKey & OfficeKey)[]): Promise<void> => {
  const byOffice = [...Map.groupBy(changed, ({ officeId }) => officeId).values()]
  return announce(
    db,
    ...byOffice.flatMap((own) =>
      own.slice(0, 1).map(({ companyId, officeId }) => ({ companyId, officeId, deviceIds: own.map(({ deviceId }) => deviceId) })),
    ),
  )
}
