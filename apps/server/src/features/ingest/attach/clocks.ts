import { itemAt } from '@mimamori/contract/typed-lists'
import {
  CLOCK_TOLERANCE_MS,
  type ClockState,
  dependsOnInterval,
  dependsOnLastReading,
  isClockDoubtful,
  judgePosts,
  type Misplaced,
  type Post,
  pressCall,
} from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { DeviceRow } from './find-devices.ts'
import { isCalling, type ReceivedReading } from '../reading.ts'

/** A received reading, the device that sent it, the gateway it came by, and its stored time (epoch ms) if it is moved. */
export type SentReading = {
  readonly reading: ReceivedReading
  readonly device: DeviceRow
  readonly gatewayId: number | null
  readonly movedFrom: number | null
}

/** A device whose clock was looked at more closely: its state before and after the batch. */
export type ClockChange = {
  readonly device: DeviceRow
  readonly before: ClockState | null
  readonly after: ClockState | null
  /** When its latest post came, epoch ms. */
  readonly receivedAt: number
  /** Readings stored before this batch at a wrong time. */
  readonly misplaced: Misplaced | null
}

export type Corrected = {
  /** When each reading was taken by a right clock, epoch ms, index-aligned; null where that is past the retention. */
  readonly times: (number | null)[]
  /** Of the clocks that are in error or under suspicion, those of which the batch shows something new. */
  readonly clocks: ClockChange[]
  /** The devices whose clocks are or were wrong. */
  readonly corrected: ReadonlySet<number>
  /** The devices whose clocks may be wrong: their readings may move to another time. */
  readonly suspected: ReadonlySet<number>
}

const clocksOfDevices = `
    select s.device_id, s.clock, coalesce(ws.interval_minutes, s.interval_minutes) as interval_minutes,
           greatest(s.last_at, ws.last_at) as last_at
      from device_state s
      left join wear w on w.company_id = s.company_id and w.device_id = s.device_id and w.worn_to is null and w.slot = 'vital'
      left join worker_state ws on ws.company_id = w.company_id and ws.user_id = w.user_id and ws.device_id = s.device_id
     where s.company_id = $1 and s.device_id = any($2::int[]) order by s.device_id`
const readClocks = { name: 'ingest-read-clocks', text: clocksOfDevices }
// All devices of the batch in order of their number, as everything that locks several does: there is no deadlock.
const lockClocks = { name: 'ingest-lock-clocks', text: `${clocksOfDevices} for update of s` }
const makeStates = {
  name: 'ingest-make-devices',
  text: `insert into device_state (company_id, device_id) select $1, x.id from unnest($2::int[]) x (id) order by x.id on conflict do nothing`,
}
const updateClocks = {
  name: 'ingest-clocks',
  text: `
    update device_state s set clock = x.clock
      from unnest($2::int[], $3::jsonb[]) as x (device_id, clock) where s.company_id = $1 and s.device_id = x.device_id`,
}

type ClockRow = {
  readonly device_id: number
  readonly clock: ClockState | null
  readonly interval_minutes: number | null
  readonly last_at: Date | null
}

/** Locks the clocks of the devices, and makes the states of those that have none. */
const lock = async (
  client: PoolClient,
  companyId: number,
  deviceIds: readonly number[],
  doubtful: readonly number[],
): Promise<Map<number, ClockRow>> => {
  const ids = (list: readonly number[]) => [companyId, arrayOf(list, (id) => id)]
  const { rows } = await client.query<ClockRow>({ ...lockClocks, values: ids(deviceIds) })
  const states = new Map(rows.map((row) => [row.device_id, row]))
  const missing = doubtful.filter((id) => !states.has(id))
  if (missing.length === 0) return states
  await client.query({ ...makeStates, values: ids(missing) })
  for (const row of (await client.query<ClockRow>({ ...lockClocks, values: ids(missing) })).rows) states.set(row.device_id, row)
  return states
}

const shownBy = ({ at, receivedAt }: ReceivedReading): number => at - receivedAt

/** The posts of a device, by receipt. Of the readings that came together the freshest shows the state of the clock. */
const postsOf = (sent: readonly SentReading[], storedInterval: number | null): Post[] => {
  const freshest = new Map<number, ReceivedReading>()
  for (const { reading } of sent) {
    const known = freshest.get(reading.receivedAt)
    if (known === undefined || reading.at > known.at) freshest.set(reading.receivedAt, reading)
  }
  return [...freshest.values()]
    .toSorted((one, other) => one.receivedAt - other.receivedAt)
    .map(({ receivedAt, at, intervalMinutes }) => ({
      receivedAt,
      freshestAt: at,
      intervalMinutes:
        intervalMinutes === null || storedInterval === null
          ? (intervalMinutes ?? storedInterval)
          : Math.max(intervalMinutes, storedInterval),
    }))
}

/** Whether two states of a clock are equal. */
const isSame = (one: ClockState | null, other: ClockState | null): boolean => {
  if (one === null || other === null) return one === other
  const [before, after] = [one.suspicion, other.suspicion]
  if (one.errorMs !== other.errorMs || one.wasWrong !== other.wasWrong) return false
  if (before === null || after === null) return before === after
  return before.since === after.since && before.at === after.at && before.posts === after.posts
}

/** A clock in error or under suspicion, or posts that a right clock would not send. */
const isDoubtful = ({ device: { clock } }: SentReading, sent: readonly SentReading[]): boolean =>
  (clock !== null && (clock.errorMs !== 0 || clock.suspicion !== null)) ||
  postsOf(sent, null).some(({ freshestAt, receivedAt }) => isClockDoubtful(freshestAt - receivedAt))

const doubtfulDevices = (sent: readonly SentReading[]): Map<number, SentReading[]> => {
  // Most readings are from clocks that are right, and cost a look each.
  const suspects = new Set<number>()
  for (const { reading, device } of sent) if (device.clock !== null || isClockDoubtful(shownBy(reading))) suspects.add(device.device_id)
  if (suspects.size === 0) return new Map()
  const own = Map.groupBy(
    sent.filter(({ device }) => suspects.has(device.device_id)),
    ({ device }) => device.device_id,
  )
  return new Map([...own].filter(([, readings]) => isDoubtful(itemAt(readings, 0), readings)))
}

/** Whether no reading of the same post is fresher. */
const isFreshest = ({ reading: { at, receivedAt }, device }: SentReading, sent: readonly SentReading[]): boolean =>
  sent.every((other) => other.device.device_id !== device.device_id || other.reading.receivedAt !== receivedAt || other.reading.at <= at)

/**
 * When a reading was taken by a right clock; null where that is past the retention. A clock that jumped once must not
 * cost the readings after it, which keep their own times. A call or an alarm is never rejected: it counts when it came, also where
 * it is too old to notify anybody and nothing in its post is fresher. Then the clock is slow, rather than the press old.
 * @param sent holds at least all that came of the device together with the one
 * @param retentionMs how long readings are kept
 */
export const correctedTime = (one: SentReading, sent: readonly SentReading[], errorMs: number, retentionMs: number): number | null => {
  const { at, receivedAt } = one.reading
  const calls = isCalling(one.reading)
  const oldestAt = receivedAt - retentionMs
  const corrected = at - errorMs
  if (calls && !pressCall(null, { at: corrected, receivedAt, held: false }).accepted && isFreshest(one, sent)) return receivedAt
  if (corrected >= oldestAt) return corrected
  if (at >= oldestAt && at <= receivedAt + CLOCK_TOLERANCE_MS) return at
  return calls ? receivedAt : null
}

/** The error (ms) by which each reading of a device is corrected, from those of the posts that they came with. */
const errorsOf = (own: readonly SentReading[], posts: readonly Post[], errorsMs: readonly number[]): [ReceivedReading, number][] => {
  const errorOf = new Map(posts.map(({ receivedAt }, index) => [receivedAt, errorsMs[index] ?? 0]))
  return own.map(({ reading }) => [reading, errorOf.get(reading.receivedAt) ?? 0])
}

/** When a reading was taken by a right clock (epoch ms), null where that is past the retention; and by how much its device's is ahead, ms. */
export type ForeseenTime = { readonly at: number | null; readonly errorMs: number }

/**
 * The same as `correctTimes` for readings that are not stored, index-aligned: by what is known of their devices' clocks and newest
 * readings, and what they show themselves. Nothing is locked.
 * @param retentionMs how long readings are kept
 */
export const foreseeTimes = async (
  client: PoolClient,
  companyId: number,
  sent: readonly SentReading[],
  retentionMs: number,
): Promise<ForeseenTime[]> => {
  const errors = new Map<ReceivedReading, number>()
  const doubtful = doubtfulDevices(sent)
  const { rows } =
    doubtful.size === 0
      ? { rows: [] }
      : await client.query<ClockRow>({ ...readClocks, values: [companyId, arrayOf([...doubtful.keys()], (id) => id)] })
  const states = new Map(rows.map((row) => [row.device_id, row]))
  for (const [deviceId, own] of doubtful) {
    const row = states.get(deviceId)
    const posts = postsOf(own, row?.interval_minutes ?? null)
    const { errorsMs } = judgePosts(row?.clock ?? null, posts, { lastAt: row?.last_at?.getTime() ?? null, retentionMs })
    for (const [reading, errorMs] of errorsOf(own, posts, errorsMs)) errors.set(reading, errorMs)
  }
  return sent.map((one) => {
    const errorMs = errors.get(one.reading) ?? 0
    return { at: correctedTime(one, sent, errorMs, retentionMs), errorMs }
  })
}

/**
 * Finds when readings of one company were taken by a right clock, and stores what they show of their devices' clocks. Good
 * clocks cost no query, nor do others of which there is nothing new; those that change are locked and judged again, so that
 * two processes do not judge the same clock at once.
 * @param retentionMs how long readings are kept
 */
export const correctTimes = async (
  client: PoolClient,
  companyId: number,
  sent: readonly SentReading[],
  retentionMs: number,
): Promise<Corrected> => {
  const errors = new Map<ReceivedReading, number>()
  const corrected = new Set(sent.flatMap(({ device }) => (device.clock?.wasWrong === true ? [device.device_id] : [])))
  const suspected = new Set<number>()
  const clocks: ClockChange[] = []
  const doubtful = doubtfulDevices(sent)
  const setErrors = (own: readonly SentReading[], posts: readonly Post[], errorsMs: readonly number[]) => {
    for (const [reading, errorMs] of errorsOf(own, posts, errorsMs)) errors.set(reading, errorMs)
  }
  for (const [deviceId, own] of doubtful) {
    const { clock, interval_minutes: interval } = itemAt(own, 0).device
    const posts = postsOf(own, interval)
    const { state, errorsMs } = judgePosts(clock, posts, { lastAt: null, retentionMs })
    if (!isSame(state, clock) || dependsOnInterval(state) || posts.some((post) => dependsOnLastReading(state, post))) continue
    if (state?.suspicion != null) suspected.add(deviceId)
    setErrors(own, posts, errorsMs)
    doubtful.delete(deviceId)
  }
  if (doubtful.size > 0) {
    const all = [...new Set(sent.map(({ device }) => device.device_id))]
    const locked = await lock(client, companyId, all, [...doubtful.keys()])
    for (const [deviceId, own] of doubtful) {
      const row = locked.get(deviceId)
      const posts = postsOf(own, row?.interval_minutes ?? null)
      const before = row?.clock ?? null
      const { state: after, errorsMs, misplaced } = judgePosts(before, posts, { lastAt: row?.last_at?.getTime() ?? null, retentionMs })
      setErrors(own, posts, errorsMs)
      if (after?.wasWrong === true) corrected.add(deviceId)
      if (after?.suspicion != null) suspected.add(deviceId)
      clocks.push({ device: itemAt(own, 0).device, before, after, receivedAt: posts.at(-1)?.receivedAt ?? 0, misplaced })
    }
    const changed = clocks.filter(({ before, after }) => !isSame(before, after))
    if (changed.length > 0)
      await client.query({
        ...updateClocks,
        values: [
          companyId,
          arrayOf(changed, ({ device }) => device.device_id),
          changed.map(({ after }) => (after === null ? null : JSON.stringify(after))),
        ],
      })
  }
  const times = sent.map((one) => correctedTime(one, sent, errors.get(one.reading) ?? 0, retentionMs))
  return { times, clocks, corrected, suspected }
}
