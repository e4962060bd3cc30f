import type { SwapReason } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { WearSlot } from '../alerts/wears/write-wears.ts'

/** What happened to what a person wears of a slot: the serials before and after, and from when it counts. */
export type WearChange = {
  readonly action: 'handOut' | 'swap' | 'takeBack' | 'undoHandOut'
  readonly companyId: number
  readonly officeId: number
  readonly userId: number
  readonly slot: WearSlot
  readonly before: string | null
  readonly after: string | null
  readonly reason?: SwapReason | undefined
  readonly from: Date
  readonly now: Date
}

const fieldOf = { vital: 'meditagId', belt: 'safetyBeltId' } as const

/** Puts it on the log of the person, under the fields of their form, which sets the same. */
export const recordWear = async (db: Db, { actor, address }: Requester, change: WearChange): Promise<void> => {
  const { action, companyId, officeId, userId, slot, before, after, reason, from, now } = change
  const field = fieldOf[slot]
  await writeAudit(db, {
    at: now,
    actor,
    address,
    action,
    resource: 'user',
    resourceId: userId,
    companyId,
    officeId,
    before: { [field]: before },
    after: { [field]: after, at: toJapanIso(from), ...(reason !== undefined && { reason }) },
  })
}
