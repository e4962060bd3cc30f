import { barometerMovedAt, isMoveCertain } from '@mimamori/heat'
import type { OfficeSource } from '../model.ts'
import type { AttachedReading } from '../reading.ts'
import type { Batch } from './batch.ts'

const pressuresOf = ({ recent }: OfficeSource) => recent.map(([at, pressurePa]) => ({ at, pressurePa }))

/** A barometer's values and those of the others of its office, those of this batch included. */
const valuesAround = (batch: Batch, source: OfficeSource) => ({
  values: pressuresOf(source),
  others: batch.sources
    .filter(({ kind, officeId, deviceId }) => kind === 'barometer' && officeId === source.officeId && deviceId !== source.deviceId)
    .map(pressuresOf),
})

/** Follows where a barometer is, by the newest of its readings in the batch, and its line with it. */
const watchMoved = (batch: Batch, { companyId, officeId, deviceId, device, at }: AttachedReading): void => {
  const source = batch.source(deviceId)
  if (source === undefined) return
  const around = valuesAround(batch, source)
  const movedAt = barometerMovedAt({ ...around, zeroedAt: source.zeroedAt, movedAt: source.movedAt })
  batch.keepMoved(source, movedAt)
  const before = batch.judgeOf(deviceId).moved ?? null
  if (before === null && movedAt === null) return
  // Where no height is measured against it, nobody could zero it.
  const isOpen = movedAt !== null && source.isUsed && (before?.open === true || isMoveCertain(movedAt, around))
  batch.keepJudge(deviceId, { moved: movedAt === null ? null : { at: movedAt, open: isOpen } })
  const values = { level: null, heartRate: null, excess: null, wbgt: null, heatDeviceId: null, gatewayId: null }
  const isNew = movedAt !== null && before?.open !== true
  batch.episodes.watch(
    { kind: 'barometerMoved', companyId, officeId, userId: null, deviceId },
    { open: before?.open === true, level: null },
    isOpen,
    { ...values, at: isNew ? movedAt : at, reason: { kind: 'barometerMoved', limit: 0, minutes: 0, device } },
  )
}

/** Takes the pressures of a batch's barometers, in time order, and notices which of these were moved. */
export const assessBarometers = (batch: Batch, readings: readonly AttachedReading[]): void => {
  const measured = readings.filter(({ pressure }) => pressure !== null)
  for (const reading of measured)
    if (reading.pressure !== null) batch.remember(reading, 'barometer', [reading.at, reading.pressure, reading.temperature])
  for (const own of Map.groupBy(measured, ({ deviceId }) => deviceId).values()) {
    const newest = own.at(-1)
    if (newest !== undefined) watchMoved(batch, newest)
  }
}
