import { arrayOf, instantOf } from '../../platform/database/columns.ts'
import type { States } from '../model.ts'
import { type AttachedReading, ownsState } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'

type StoredKey = { readonly device_id: number; readonly own: Date; readonly at: Date; readonly call: boolean }

// A reading is known by the device's own time, which is kept apart where it was corrected. Each is looked up by its key,
// with a limit: a plan made while the table is young would read it from end to end for each of them.
const storedAlready = {
  name: 'ingest-stored-already',
  text: `
    select sent.device_id, sent.own, sent.call
      from unnest($2::int[], $3::timestamptz[], $4::boolean[]) as sent (device_id, own, call)
     cross join lateral (
       select from reading r
        where r.company_id = $1 and r.device_id = sent.device_id and r.at = sent.own and r.call = sent.call and r.device_at is null limit 1) known
    union all
    select sent.device_id, sent.own, sent.call
      from unnest($2::int[], $3::timestamptz[], $4::boolean[]) as sent (device_id, own, call)
     cross join lateral (
       select from reading r
        where r.company_id = $1 and r.device_id = sent.device_id and r.device_at = sent.own and r.call = sent.call limit 1) known`,
}
const taken = {
  name: 'ingest-times-taken',
  text: `
    select sent.device_id, sent.at, sent.call
      from unnest($2::int[], $3::timestamptz[], $4::boolean[]) as sent (device_id, at, call)
     cross join lateral (
       select from reading r where r.company_id = $1 and r.device_id = sent.device_id and r.at = sent.at and r.call = sent.call limit 1) known`,
}

const named = (deviceId: number, at: number, call: boolean) => `${deviceId}/${at}/${call}`
const nameOf = ({ deviceId, source, call }: AttachedReading) => named(deviceId, source.at, call)
const placeOf = ({ deviceId, at, call }: AttachedReading) => named(deviceId, at, call)

/** Whether a reading may be stored, now or before, at another time than its own. */
const mayBeElsewhere = ({ wasClockWrong, at, source }: AttachedReading): boolean => wasClockWrong || at !== source.at

const lastAtOf = (reading: AttachedReading, states: States): number | null => {
  if (ownsState(reading)) return states.devices.get(reading.deviceId)?.lastAt ?? null
  return reading.wear === null ? null : (states.workers.get(reading.wear.userId)?.lastAt ?? null)
}

const valuesOf = (companyId: number, readings: readonly AttachedReading[], at: (reading: AttachedReading) => number) => [
  companyId,
  arrayOf(readings, (reading) => reading.deviceId),
  arrayOf(readings, (reading) => instantOf(at(reading))),
  arrayOf(readings, (reading) => reading.call),
]

/**
 * Splits off the readings that are stored already, or are in the batch twice. As a rule only what is not newer than
 * the newest stored can be among them, so a stream in order asks the database nothing. Looked up always: devices whose
 * clock was wrong, and with `checkAll` every one, for the rare device whose readings were stored for another worker.
 */
export const dropRepeats = async (
  transaction: BatchTransaction,
  readings: readonly AttachedReading[],
  states: States,
  checkAll: boolean,
): Promise<{ fresh: AttachedReading[]; repeats: AttachedReading[] }> => {
  const { client, companyId } = transaction
  const suspects = readings.filter((reading) => {
    const lastAt = lastAtOf(reading, states)
    return checkAll || mayBeElsewhere(reading) || (lastAt !== null && reading.at <= lastAt)
  })
  const seen = new Set<string>()
  if (suspects.length > 0) {
    const { rows } = await client.query<StoredKey>({ ...storedAlready, values: valuesOf(companyId, suspects, ({ source }) => source.at) })
    for (const row of rows) seen.add(named(row.device_id, row.own.getTime(), row.call))
  }
  const fresh: AttachedReading[] = []
  const repeats: AttachedReading[] = []
  for (const reading of readings) {
    const key = nameOf(reading)
    if (seen.has(key)) repeats.push(reading)
    else fresh.push(reading)
    seen.add(key)
  }
  return { fresh: await moveToFreeTimes(transaction, fresh, checkAll), repeats }
}

/**
 * Corrected by another error, a reading may get the time of another one: it is moved by milliseconds to the next time that is free.
 * A thousand readings of one time, as old presses that count when they came, are looked up together.
 */
const moveToFreeTimes = async (
  { client, companyId }: BatchTransaction,
  fresh: readonly AttachedReading[],
  checkAll: boolean,
): Promise<AttachedReading[]> => {
  const moved = [...fresh]
  let unsure = [...fresh.keys()].filter((index) => checkAll || mayBeElsewhere(fresh[index] as AttachedReading))
  if (unsure.length === 0) return moved
  const own = new Set(unsure)
  const occupied = new Set(fresh.filter((_, index) => !own.has(index)).map(placeOf))
  const at = (index: number) => moved[index] as AttachedReading
  while (unsure.length > 0) {
    const { rows } = await client.query<StoredKey>({ ...taken, values: valuesOf(companyId, unsure.map(at), (reading) => reading.at) })
    for (const row of rows) occupied.add(named(row.device_id, row.at.getTime(), row.call))
    const again: number[] = []
    for (const index of unsure) {
      const reading = at(index)
      let free = reading.at
      while (occupied.has(named(reading.deviceId, free, reading.call))) free += 1
      occupied.add(named(reading.deviceId, free, reading.call))
      if (free === reading.at) continue
      moved[index] = { ...reading, at: free }
      again.push(index)
    }
    // Whether these times are free in the database as well is asked next.
    for (const index of again) occupied.delete(placeOf(at(index)))
    unsure = again
  }
  return moved
}
