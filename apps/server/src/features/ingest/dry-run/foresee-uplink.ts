import { itemAt } from '@mimamori/contract/typed-lists'
import { estimatedWbgt } from '@mimamori/heat'
import type { Context } from '../../../platform/context.ts'
import type { ForeseeReading } from '../../../shared/uplinks/foresee-reading.ts'
import type { UplinkRefusal } from '../../../shared/uplinks/uplink-reading.ts'
import { decode, notRegistered, tooOld } from '../decode.ts'
import type { Outcome } from '../pipeline.ts'
import { foresee } from './dry-run.ts'

const refusals: Readonly<Record<Outcome, UplinkRefusal | null>> = {
  accepted: null,
  duplicate: null,
  unknownDevice: notRegistered,
  tooOld,
}

// Where no device is chosen yet, so that nobody is named.
const someDevice = 'device'

/** What would become of the readings that connections make of messages. */
export const foreseeUplink =
  (context: Context): ForeseeReading =>
  async ({ companyId, officeId }, reading, hasDevice) => {
    const decoded = decode(hasDevice ? reading : { ...reading, device: someDevice })
    if ('reason' in decoded) return { refusal: decoded, judgesHeat: null }
    const judgesHeat = decoded.kind === 'heat' ? (decoded.wbgt ?? estimatedWbgt(decoded)) !== null : null
    if (!hasDevice) return { refusal: null, judgesHeat }
    const received = { ...decoded, companyId, officeId, receivedAt: context.clock().getTime(), index: 0 }
    const { outcome } = itemAt(await foresee(context, companyId, [received]), 0)
    return { refusal: refusals[outcome], judgesHeat }
  }
