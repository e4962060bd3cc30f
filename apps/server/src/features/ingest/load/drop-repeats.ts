import { itemAt } from '@mimamori/contract/typed-lists'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { States } from '../model.ts'
import { measuredText } from '../measured-values.ts'
import { type AlarmWord, type AttachedReading, ownsState } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'

type TakenTime = { readonly device_id: number; readonly at: Date; readonly call: boolean }
type StoredReading = {
  readonly device_id: number
  readonly own: Date
  readonly call: boolean
  /** Null where nobody wore the device: no heart rate was stored then. */
  readonly user_id: number | null
  readonly alarm: AlarmWord | null
  readonly heart_rate: number | null
  readonly hook: 0 | 1 | null
  readonly pressure: number | null
  readonly wbgt: number | null
  readonly temperature: number | null
  readonly humidity: number | null
  readonly globe: number | null
}

// A reading is known by the device's own time, which is kept apart where it was corrected. Each is looked up by its key,
// with a limit: a plan made while the table is young would read it from end to end for each of them. A clock that was set
// back shows a time again, and no clock was set back a hundred times to the same one.
// The WBGT that a watcher did not send, but that was estimated, names no reading.
const measured = `r.user_id, r.alarm, r.heart_rate, r.hook, r.pressure, case when r.wbgt_source = 'estimated' then null else r.wbgt end as wbgt,
       r.temperature, r.humidity, r.globe`
const storedAlready = {
  name: 'ingest-stored-already',
  text: `
    select sent.device_id, sent.own, sent.call, known.*
      from unnest($2::int[], $3::timestamptz[], $4::boolean[]) as sent (device_id, own, call)
     cross join lateral (
       select ${measured} from reading r
        where r.company_id = $1 and r.device_id = sent.device_id and r.at = sent.own and r.call = sent.call and r.device_at is null limit 1) known
    union all
    select sent.device_id, sent.own, sent.call, known.*
      from unnest($2::int[], $3::timestamptz[], $4::boolean[]) as sent (device_id, own, call)
     cross join lateral (
       select ${measured} from reading r
        where r.company_id = $1 and r.device_id = sent.device_id and r.device_at = sent.own and r.call = sent.call limit 100) known`,
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

/** The readings of a batch's devices that are known, with what was measured at them. */
type KnownReadings = Map<string, Set<string>>

/** What is compared instead of the measured values of a reading of which only its alarm is known. */
const unmeasured = (alarm: AlarmWord | null) => `?/${alarm ?? ''}`

const addKnown = (known: KnownReadings, key: string, values: string): void => {
  const own = known.get(key)
  if (own === undefined) known.set(key, new Set([values]))
  else own.add(values)
}

const findStored = async (
  { client, companyId }: Pick<BatchTransaction, 'client' | 'companyId'>,
  suspects: readonly AttachedReading[],
): Promise<KnownReadings> => {
  const known: KnownReadings = new Map()
  if (suspects.length === 0) return known
  const kinds = new Map(suspects.map(({ deviceId, kind }) => [deviceId, kind]))
  const { rows } = await client.query<StoredReading>({ ...storedAlready, values: valuesOf(companyId, suspects, ({ source }) => source.at) })
  for (const { heart_rate: heartRate, ...row } of rows) {
    const kind = kinds.get(row.device_id) ?? 'vital'
    const isUnknown = kind === 'vital' && row.user_id === null && heartRate === null
    addKnown(
      known,
      named(row.device_id, row.own.getTime(), row.call),
      isUnknown ? unmeasured(row.alarm) : measuredText(kind, { heartRate, ...row }),
    )
  }
  return known
}

/**
 * Splits off the readings that are stored already, or are in the batch twice: of the same device, own time, call and values. With
 * other values a reading is a new one, of a clock that was set back. As a rule only what is not newer than the newest
 * stored can be among them, so a stream in order asks the database nothing. Looked up always: devices whose clock was wrong, and
 * with `checkAll` every one, for the rare device whose readings were stored for another worker.
 */
export const dropRepeats = async (
  transaction: BatchTransaction,
  readings: readonly AttachedReading[],
  states: States,
  checkAll: boolean,
): Promise<{ fresh: AttachedReading[]; repeats: AttachedReading[] }> => {
  const suspects = readings.filter((reading) => {
    const lastAt = lastAtOf(reading, states)
    return checkAll || mayBeElsewhere(reading) || (lastAt !== null && reading.at <= lastAt)
  })
  const { fresh, repeats, unsure } = await splitRepeats(transaction, readings, suspects, checkAll)
  return { fresh: await moveToFreeTimes(transaction, fresh, unsure), repeats }
}

/**
 * Splits off the readings that are stored already, as far as they are among the suspects, or are in the batch twice.
 * @returns `unsure`: the places in `fresh` of the readings whose time may be taken
 */
export const splitRepeats = async (
  transaction: Pick<BatchTransaction, 'client' | 'companyId'>,
  readings: readonly AttachedReading[],
  suspects: readonly AttachedReading[],
  checkAll: boolean,
): Promise<{ fresh: AttachedReading[]; repeats: AttachedReading[]; unsure: ReadonlySet<number> }> => {
  const known = await findStored(transaction, suspects)
  const fresh: AttachedReading[] = []
  const repeats: AttachedReading[] = []
  const unsure = new Set<number>()
  for (const reading of readings) {
    const key = nameOf(reading)
    const values = measuredText(reading.kind, reading)
    const own = known.get(key)
    if (own !== undefined && (own.has(values) || own.has(unmeasured(reading.alarm)))) {
      repeats.push(reading)
      continue
    }
    if (own !== undefined || checkAll || mayBeElsewhere(reading)) unsure.add(fresh.length)
    fresh.push(reading)
    addKnown(known, key, values)
  }
  return { fresh, repeats, unsure }
}

/**
 * Corrected by another error, or of a clock that was set back, a reading may get the time of another one: it is moved by milliseconds
 * to the next time that is free. A thousand readings of one time, as old presses that count when they came, are looked up together.
 * @param own the places in `fresh` of the readings whose time may be taken
 */
const moveToFreeTimes = async (
  { client, companyId }: BatchTransaction,
  fresh: readonly AttachedReading[],
  own: ReadonlySet<number>,
): Promise<AttachedReading[]> => {
  const moved = [...fresh]
  let unsure = [...own]
  if (unsure.length === 0) return moved
  const occupied = new Set(fresh.filter((_, index) => !own.has(index)).map(placeOf))
  const at = (index: number) => itemAt(moved, index)
  while (unsure.length > 0) {
    const { rows } = await client.query<TakenTime>({ ...taken, values: valuesOf(companyId, unsure.map(at), (reading) => reading.at) })
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
