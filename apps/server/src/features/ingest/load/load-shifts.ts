import { COUNTED_SHIFTS_MS, type MeasuredShift, mayBeginShift } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { loadCountedShifts } from '../../../shared/monitoring/own-measure/counted-shifts.ts'
import type { StoredWorker } from '../model.ts'
import type { AttachedReading } from '../reading.ts'

/**
 * The shifts that count for these workers' own measures where each is judged from an instant on (epoch ms), by the worker's number.
 */
export const loadShiftsFrom = (
  client: PoolClient,
  companyId: number,
  begins: ReadonlyMap<number, number>,
): Promise<Map<number, MeasuredShift[]>> => {
  const earliest = [...begins.values()].reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  return loadCountedShifts(client, companyId, [...begins.keys()], earliest - COUNTED_SHIFTS_MS)
}

/** The shifts of those workers who may begin one with a batch's readings: at most once a day the database is asked for each. */
export const loadShifts = async (
  client: PoolClient,
  companyId: number,
  readings: readonly AttachedReading[],
  workers: ReadonlyMap<number, StoredWorker>,
): Promise<Map<number, MeasuredShift[]>> => {
  const beginning = new Map<number, number>()
  for (const { kind, wear, at, heartRate } of readings) {
    if (kind !== 'vital' || wear === null || heartRate === null) continue
    const { userId } = wear
    if (mayBeginShift(workers.get(userId)?.judge ?? null, at)) beginning.set(userId, Math.min(at, beginning.get(userId) ?? at))
  }
  return loadShiftsFrom(client, companyId, beginning)
}
