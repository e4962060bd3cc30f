import { isDeepStrictEqual } from 'node:util'
import { resourceOf } from '../../shared/organisation/device-name.ts'
import type { DeviceWord } from '../../shared/organisation/find-serial.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'

/** The place of a device, under the names that a placement records: percent of the drawing, and degrees. */
export type Stood = {
  readonly mapId: number | null
  readonly positionX: number | null
  readonly positionY: number | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** '1' where it is drawn. */
  readonly status: string
}

/** A device that follows its map. */
export type Follower = {
  readonly deviceId: number
  readonly kind: DeviceWord
  readonly serial: string
  readonly before: Stood
  readonly after: Stood
}

/** Puts what the save of maps did to devices on record at each, as a placement does. */
export const recordFollowers = async (
  db: Db,
  { actor, address }: Requester,
  at: Date,
  office: OfficeKey,
  followers: readonly Follower[],
): Promise<void> => {
  for (const { kind, serial, before, after } of followers) {
    if (isDeepStrictEqual(before, after)) continue
    await writeAudit(db, {
      at,
      actor,
      address,
      resource: resourceOf(kind),
      resourceId: serial,
      ...office,
      action: 'update',
      before,
      after,
    })
  }
}
