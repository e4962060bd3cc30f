import { DEFAULT_HEAT_BASIS, judgeWatcher } from '@mimamori/heat'
import type { Batch } from './batch.ts'
import { judgedAt } from './judged-at.ts'
import type { AttachedReading } from './reading.ts'

/** Judges one reading of a heat-index watcher, and the heat of its site with it. */
export const assessWatcher = (batch: Batch, reading: AttachedReading): void => {
  const at = judgedAt(reading)
  const limit = batch.states.heatLimits.get(reading.officeId) ?? DEFAULT_HEAT_BASIS.limitWbgt
  const before = batch.judgeOf(reading.deviceId).watcher ?? null
  const { state, assessment } = judgeWatcher(before, { at, receivedAt: reading.receivedAt, wbgt: reading.wbgt }, { referenceWbgt: limit })
  batch.keepJudge(reading.deviceId, { watcher: state })
  const { usable } = assessment
  if (assessment.counts && usable !== null) batch.remember(reading, 'heat', [usable.at, usable.wbgt, reading.temperature])
  batch.keep(reading, { heatLevel: assessment.fresh ? assessment.heatLevel : null })
  if (!assessment.fresh) return
  batch.episodes.watch(
    { kind: 'siteHeat', companyId: reading.companyId, officeId: reading.officeId, userId: null, deviceId: reading.deviceId },
    { open: (before?.hold.shown ?? 0) >= 1, level: before?.hold.shown ?? null },
    assessment.episodeOpen,
    {
      at,
      level: assessment.heatLevel,
      heartRate: null,
      excess: assessment.excess,
      wbgt: reading.wbgt,
      heatDeviceId: reading.deviceId,
      gatewayId: null,
      reason: { kind: 'heat', limit, minutes: 0 },
    },
  )
}
