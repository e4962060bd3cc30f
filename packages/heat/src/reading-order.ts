import { validHeartRate } from './heart-rate.ts'
import type { WorkerReading } from './worker-state.ts'

/** Orders readings by time; those at one instant as they are however they arrived: calls first, then the worst. */
export function inTimeOrder(one: WorkerReading, other: WorkerReading): number {
  const byTime = sortable(one.at) - sortable(other.at)
  if (byTime !== 0) return byTime
  if (one.call !== other.call) return one.call ? -1 : 1
  return (
    (validHeartRate(other.heartRate) ?? 0) - (validHeartRate(one.heartRate) ?? 0) ||
    sortable(other.wbgt) - sortable(one.wbgt) ||
    one.wbgtRank - other.wbgtRank ||
    other.deviceId - one.deviceId ||
    sortable(other.intervalMinutes) - sortable(one.intervalMinutes) ||
    sortable(one.receivedAt) - sortable(other.receivedAt)
  )
}

function sortable(value: number | null): number {
  return value !== null && Number.isFinite(value) ? value : Number.MIN_SAFE_INTEGER
}
