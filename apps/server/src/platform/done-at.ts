import { message } from '@mimamori/contract'
import { badRequest } from './errors.ts'

const minuteMs = 60_000
/** Clocks of phones differ by so much from the server's. Project choice. */
const clockDifferenceMs = minuteMs
const longestAgoMs = 24 * 60 * minuteMs
/** What is sent within this time of being done was done after all that the server knows, whatever the phone's clock says. */
const immediateMs = 2 * minuteMs

/** When something was done, and whether it was sent at once: then nothing that the server knows is later. */
export type DoneAt = { readonly at: Date; readonly isImmediate: boolean }

/**
 * The time from which something counts that was done before it is sent: `at` of the request, or now.
 * @throws Refusal 400 where it lies over a minute ahead or over 24 hours back
 */
export const readDoneAt = (given: string | undefined, now: Date): DoneAt => {
  if (given === undefined) return { at: now, isImmediate: true }
  const at = Date.parse(given)
  if (at > now.getTime() + clockDifferenceMs) throw badRequest(message('doneInFuture'))
  if (at < now.getTime() - longestAgoMs) throw badRequest(message('doneTooLongAgo'))
  return { at: new Date(Math.min(at, now.getTime())), isImmediate: at >= now.getTime() - immediateMs }
}

/** The time itself, or that of the latest event where it was sent at once and a clock is behind. */
export const notBefore = ({ at, isImmediate }: DoneAt, events: readonly (Date | null)[]): Date =>
  isImmediate ? new Date(Math.max(at.getTime(), ...events.map((event) => event?.getTime() ?? 0))) : at
