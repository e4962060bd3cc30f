import { MINUTE_MS } from './milliseconds.ts'

/** A change of pressure above this, Pa, some 2.6 m of height, within the span below was not the weather. Project choice, decisions/0118. */
const MOVED_PA = 30
/** Within so long a barometer changes by that much. Values of others count up to so far away, too. Project choice, decisions/0118. */
const MOVED_WITHIN_MS = 15 * MINUTE_MS

/** A barometer's pressure in Pa at an instant (epoch ms). */
export type Pressure = { readonly at: number; readonly pressurePa: number }

/**
 * What is known of a reference barometer: its values and those of the other barometers of its site, each in time order, when heights were
 * zeroed by it last, and since when it counted as moved before; epoch ms, null for never.
 */
type WatchedBarometer = {
  readonly values: readonly Pressure[]
  readonly others: readonly (readonly Pressure[])[]
  readonly zeroedAt: number | null
  readonly movedAt: number | null
}

/**
 * Since when a reference barometer is not where heights were zeroed (epoch ms), or null. It was moved where its pressure changed by over
 * 30 Pa within 15 minutes more than that of the others, or, where no other was heard at both times, by that much alone. Of two that drift
 * apart the one was moved that changed more. Between values further apart the weather alone may change 30 Pa for each 15 minutes. It lasts
 * until somebody zeroes heights. What was found within the last 15 minutes is decided again by each value, since values of the others may
 * have come meanwhile. Never throws. Source: project choice, decisions/0118.
 */
export function barometerMovedAt({ values, others, zeroedAt, movedAt }: WatchedBarometer): number | null {
  const newest = values.at(-1)?.at
  const known = movedAt !== null && (zeroedAt === null || movedAt > zeroedAt) ? movedAt : null
  if (newest === undefined) return known
  const first = firstMove(valuesSince(values, zeroedAt), others)
  if (known === null || known >= newest - MOVED_WITHIN_MS) return first
  return first === null ? known : Math.min(first, known)
}

/**
 * Whether the others have had their say about a move (epoch ms): each that was heard within the 15 minutes before it was heard since, or
 * so much time has passed. Until then heights are unknown, and no line says why. Never throws.
 */
export function isMoveCertain(movedAt: number, { values, others }: Pick<WatchedBarometer, 'values' | 'others'>): boolean {
  const newest = values.at(-1)?.at ?? movedAt
  const isAwaited = (other: readonly Pressure[]) => {
    const last = other.at(-1)?.at
    return last !== undefined && last < movedAt && movedAt - last <= MOVED_WITHIN_MS
  }
  return newest - movedAt >= MOVED_WITHIN_MS || !others.some(isAwaited)
}

/** Heights were zeroed by the fresh value before; what was measured earlier is no base any more. */
function valuesSince(values: readonly Pressure[], zeroedAt: number | null): readonly Pressure[] {
  if (zeroedAt === null) return values
  const base = values.findLastIndex(({ at }) => at <= zeroedAt)
  const isFresh = zeroedAt - (values[base]?.at ?? Number.NEGATIVE_INFINITY) <= MOVED_WITHIN_MS
  return values.slice(isFresh ? base : base + 1)
}

function firstMove(values: readonly Pressure[], others: WatchedBarometer['others']): number | null {
  const moved = values.find((value, index) => isMoved(values, value, index, others))
  return moved?.at ?? null
}

/** Whether a value shows a move since one of those within the span before it, or since the one before it, however long ago. */
function isMoved(values: readonly Pressure[], value: Pressure, index: number, others: WatchedBarometer['others']): boolean {
  for (let place = index - 1; place >= 0; place--) {
    const before = values[place]
    if (before === undefined || (place < index - 1 && value.at - before.at > MOVED_WITHIN_MS)) return false
    if (isMove(before, value, others)) return true
  }
  return false
}

function isMove(before: Pressure, value: Pressure, others: WatchedBarometer['others']): boolean {
  const own = value.pressurePa - before.pressurePa
  const changes = others.flatMap((other) => changeOf(other, before.at, value.at) ?? [])
  if (changes.length === 0) return Math.abs(own) > MOVED_PA * Math.max(1, Math.ceil((value.at - before.at) / MOVED_WITHIN_MS))
  const weather = median(changes)
  if (Math.abs(own - weather) <= MOVED_PA) return false
  return changes.length > 1 || Math.abs(own) >= Math.abs(weather)
}

/** By how much a barometer changed between two instants, Pa; null where it was not heard around both. */
function changeOf(values: readonly Pressure[], from: number, to: number): number | null {
  const [first, last] = [pressureAt(values, from), pressureAt(values, to)]
  return first === null || last === null ? null : last - first
}

/** The pressure at an instant: between two values in proportion, else the nearest one; null where none is near. */
function pressureAt(values: readonly Pressure[], at: number): number | null {
  const before = values.findLast((value) => value.at <= at && at - value.at <= MOVED_WITHIN_MS)
  const after = values.find((value) => value.at >= at && value.at - at <= MOVED_WITHIN_MS)
  if (before === undefined || after === undefined) return (before ?? after)?.pressurePa ?? null
  if (after.at === before.at) return after.pressurePa
  return before.pressurePa + ((after.pressurePa - before.pressurePa) * (at - before.at)) / (after.at - before.at)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
