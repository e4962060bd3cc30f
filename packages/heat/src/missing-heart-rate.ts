/** How many valid heart rates end 心拍取得不可. Project choice, decisions/0031. */
const VALID_TO_END = 3

/**
 * Whether heart rates are missing (心拍取得不可). `since`: the last valid one, or the first reading after a silence where that
 * is later; `valid`: the latest valid ones while it is open. Epoch ms.
 */
export type MissingHeartRate = { readonly since: number | null; readonly open: boolean; readonly valid: readonly number[] }

export const NOT_MISSING: MissingHeartRate = { since: null, open: false, valid: [] }

/**
 * `missing` after a reading at `at` (epoch ms): it opens after a gap's length of readings without a valid heart rate, and
 * ends with three valid ones within a gap's length. A silence (`unbroken` false) restarts the wait and ends nothing.
 * Source: project choice, decisions/0031.
 */
export function watchMissing(
  missing: MissingHeartRate,
  at: number,
  isValid: boolean,
  { unbroken, gapLimitMs }: { unbroken: boolean; gapLimitMs: number },
): MissingHeartRate {
  if (!isValid) {
    const since = unbroken ? (missing.since ?? at) : at
    return { ...missing, since, open: missing.open || at - since >= gapLimitMs }
  }
  if (!missing.open) return { ...NOT_MISSING, since: at }
  const valid = [...missing.valid.slice(1 - VALID_TO_END), at]
  const [first = at] = valid
  const isOver = valid.length === VALID_TO_END && at - first <= gapLimitMs
  return isOver ? { ...NOT_MISSING, since: at } : { since: at, open: true, valid }
}
