import { clockOf, clockWithSeconds } from '../platform/japan-time.ts'

/** Nothing at all from a site that reports each minute: after five the radio, the line or the server is down. */
const silentAfter = 5 * 60_000

export type ReceptionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'receiving'; readonly last: string }
  | { readonly kind: 'stopped'; readonly since: string | null }
  /** Whether anything comes in is not known here: the console itself is cut off. `last` is null where nothing was known before. */
  | { readonly kind: 'cut'; readonly last: string | null }

/**
 * Whether data comes in, judged from when the last came. `undefined` where the server could not be asked.
 * @param isCut the browser has no network, or the server does not answer
 */
export const receptionState = (lastReceivedAt: string | null | undefined, now: number, isCut = false): ReceptionState => {
  if (isCut) return { kind: 'cut', last: lastReceivedAt == null ? null : clockWithSeconds(Date.parse(lastReceivedAt)) }
  if (lastReceivedAt === undefined) return { kind: 'unknown' }
  if (lastReceivedAt === null) return { kind: 'stopped', since: null }
  const at = Date.parse(lastReceivedAt)
  return now - at >= silentAfter ? { kind: 'stopped', since: clockOf(at) } : { kind: 'receiving', last: clockWithSeconds(at) }
}
