/** A time in which a worker is 要注意 by their morning check, epoch ms, half-open: from the check to the end of the working day. */
export type AttentionPeriod = readonly [from: number, to: number]

/** Whether a worker is 要注意 at `at` (epoch ms). Source: project choice, decisions/0135. */
export function hasAttention(periods: readonly AttentionPeriod[] | undefined, at: number): boolean {
  return periods !== undefined && periods.some(([from, to]) => from <= at && at < to)
}
