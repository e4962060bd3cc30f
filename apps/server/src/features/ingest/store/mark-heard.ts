import { isCurrent } from '@mimamori/heat'
import { announce, type Change } from '../../../shared/announcements/announce.ts'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { States } from '../model.ts'
import { type AttachedReading, ownsState } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'

const minuteMs = 60_000

const updateWorkers = {
  name: 'ingest-workers-heard',
  text: `
    update worker_state s set heard_at = greatest(s.heard_at, x.heard_at)
      from unnest($2::int[], $3::timestamptz[]) as x (user_id, heard_at) where s.company_id = $1 and s.user_id = x.user_id`,
}
const updateDevices = {
  name: 'ingest-devices-heard',
  text: `
    update device_state s set heard_at = greatest(s.heard_at, x.heard_at)
      from unnest($2::int[], $3::timestamptz[]) as x (device_id, heard_at) where s.company_id = $1 and s.device_id = x.device_id`,
}

/** Repeats that show that their device sends now: taken, by a right clock, no longer before their receipt than a gap. */
const isLive = ({ at, receivedAt, intervalMinutes }: AttachedReading): boolean => isCurrent(at, receivedAt, intervalMinutes)

const heardBefore = (reading: AttachedReading, { workers, devices }: States): number | null =>
  ownsState(reading) ? (devices.get(reading.deviceId)?.heardAt ?? null) : (workers.get(reading.wear?.userId ?? 0)?.heardAt ?? null)

const latestReceipts = (
  readings: readonly AttachedReading[],
  idOf: (reading: AttachedReading) => number,
): { readonly id: number; readonly at: number }[] =>
  [...Map.groupBy(readings, idOf)].map(([id, own]) => ({ id, at: Math.max(...own.map(({ receivedAt }) => receivedAt)) }))

const changesOf = (companyId: number, heard: readonly AttachedReading[]): Change[] =>
  [...Map.groupBy(heard, ({ officeId }) => officeId)].map(([officeId, own]) => ({
    companyId,
    officeId,
    userIds: [...new Set(own.flatMap((reading) => (ownsState(reading) || reading.wear === null ? [] : [reading.wear.userId])))],
    deviceIds: [...new Set(own.flatMap((reading) => (ownsState(reading) ? [reading.deviceId] : [])))],
  }))

/**
 * Notes as heard the devices of which a batch brought repeats alone, where these follow the device's rhythm: so does one whose clock
 * was set back and whose values are those of that time. A backlog that comes again does not. The states are locked.
 */
export const markHeard = async (
  { client, companyId }: BatchTransaction,
  repeats: readonly AttachedReading[],
  fresh: readonly AttachedReading[],
  states: States,
): Promise<void> => {
  if (repeats.length === 0) return
  const stored = new Set(fresh.map(({ deviceId }) => deviceId))
  const heard = repeats.filter(
    (reading) => isLive(reading) && !stored.has(reading.deviceId) && reading.receivedAt - (heardBefore(reading, states) ?? 0) >= minuteMs,
  )
  if (heard.length === 0) return
  const valuesOf = (rows: readonly { readonly id: number; readonly at: number }[]) => [
    companyId,
    arrayOf(rows, ({ id }) => id),
    arrayOf(rows, ({ at }) => instantOf(at)),
  ]
  const devices = latestReceipts(heard.filter(ownsState), ({ deviceId }) => deviceId)
  const workers = latestReceipts(
    heard.filter((reading) => !ownsState(reading)),
    ({ wear }) => wear?.userId ?? 0,
  )
  await awaitPipelined([
    client.query({ ...updateDevices, values: valuesOf(devices) }),
    client.query({ ...updateWorkers, values: valuesOf(workers) }),
    announce(onClient(client), ...changesOf(companyId, heard)),
  ])
}
