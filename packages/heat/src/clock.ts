import { itemAt } from '@mimamori/contract/typed-lists'
import { gapLimitMs, knownInterval } from './gap.ts'
import { DAY_MS, MINUTE_MS } from './milliseconds.ts'

// Project choice, decisions/0032, as is all that is said of clocks here.

/** How far a reading may lie after its receipt, and how far posts that agree may differ. */
export const CLOCK_TOLERANCE_MS = MINUTE_MS
/** Posts nearer to each other than this show the same thing. */
const POSTS_APART_MS = MINUTE_MS
/** So many posts that agree show that a clock is behind, not the radio late. */
const POSTS_TO_AGREE = 3
/** The interval of a device that does not say it: the mean of so many spacings of posts, at most so long. */
const SPACINGS_TO_KNOW = 3
const LONGEST_SPACING_MINUTES = 15
/** No device of this product was in use before: a clock that says so lost its time. Project choice, decisions/0111. */
const FIRST_POSSIBLE_MS = Date.UTC(2020, 0, 1)
/** A device that was read so lately keeps nothing older for later. Project choice, decisions/0111. */
const LONGEST_LATE_MS = DAY_MS
/** People are notified of an error above this. */
const TELLING_ERROR_MS = 2 * MINUTE_MS

/**
 * One message of a device: when it came (epoch ms), the own time of its freshest reading (epoch ms), and the device's
 * interval in minutes where it is known.
 */
export type Post = { readonly receivedAt: number; readonly freshestAt: number; readonly intervalMinutes: number | null }

/**
 * What is known beside a device's clock: the time by a right clock of its newest reading, null for none, and how long readings are
 * kept, ms. Both decide what cannot be a late reading.
 */
export type ClockContext = { readonly lastAt: number | null; readonly retentionMs: number }

/** Posts in a row that agree on another error than the one in force: first and last counted (receipt), and what they show. */
type Suspicion = {
  readonly since: number
  readonly at: number
  readonly posts: number
  readonly lowMs: number
  readonly highMs: number
}

/**
 * A device's clock. Plain JSON; null means one that was never wrong and shows nothing suspicious. `errorMs`: by how
 * much it is ahead of ours, negative where behind; `wasWrong`: it has been corrected at some time.
 */
export type ClockState = { readonly errorMs: number; readonly wasWrong: boolean; readonly suspicion: Suspicion | null }

/** Readings received since `since` (epoch ms) were placed by another error than the one they belong to, in ms. */
export type Misplaced = { readonly since: number; readonly errorMs: number }

/**
 * A device's clock after one of its posts. A reading ahead of the error in force by over a minute sets it at once; else
 * three posts in a row, a minute or more apart, that agree within a minute; where the interval is unknown a fourth one
 * shows it. Late by less than a gap is no error. What cannot be a late reading sets it at once, too. `misplaced`: what was
 * stored since the first of the three. Never throws.
 */
export function judgePost(
  state: ClockState | null,
  post: Post,
  context: ClockContext,
): { state: ClockState | null; misplaced: Misplaced | null } {
  const shownMs = post.freshestAt - post.receivedAt
  const errorMs = clockErrorMs(state)
  if (shownMs > errorMs + CLOCK_TOLERANCE_MS) return { state: corrected(errorOf(shownMs, post.intervalMinutes)), misplaced: null }
  if (isImpossible(post, errorMs, context)) {
    const ownMs = errorOf(shownMs, post.intervalMinutes)
    return { state: corrected(isImpossible(post, ownMs, context) ? shownMs : ownMs), misplaced: null }
  }
  if (!isSuspicious(shownMs, errorMs, post.intervalMinutes)) return { state: unsuspected(state), misplaced: null }
  const suspicion = withPost(state?.suspicion ?? null, post.receivedAt, shownMs)
  const showsMs = errorOf(suspicion.highMs, knownInterval(post.intervalMinutes) ?? spacingMinutes(suspicion))
  if (suspicion.posts < POSTS_TO_AGREE || showsMs === errorMs)
    return { state: { errorMs, wasWrong: state?.wasWrong ?? false, suspicion }, misplaced: null }
  // What is ahead of that error by over a minute sets it at once here too: it may have come too soon to be counted.
  const ownMs = shownMs > showsMs + CLOCK_TOLERANCE_MS ? errorOf(shownMs, post.intervalMinutes) : showsMs
  return { state: corrected(ownMs), misplaced: { since: suspicion.since, errorMs: showsMs } }
}

/**
 * A device's clock after some of its posts, in order of their receipt, and the error in ms by which each one's readings
 * are corrected: what later posts showed of earlier ones counts for these. `misplaced`: what was stored before these
 * posts and belongs elsewhere. Never throws.
 */
export function judgePosts(
  state: ClockState | null,
  posts: readonly Post[],
  context: ClockContext,
): { state: ClockState | null; errorsMs: number[]; misplaced: Misplaced | null } {
  const errorsMs: number[] = []
  let current = state
  let before: Misplaced | null = null
  let { lastAt } = context
  for (const [index, post] of posts.entries()) {
    const { state: after, misplaced } = judgePost(current, post, { ...context, lastAt })
    current = after
    errorsMs.push(clockErrorMs(after))
    lastAt = Math.max(lastAt ?? Number.NEGATIVE_INFINITY, post.freshestAt - clockErrorMs(after))
    if (misplaced === null) continue
    for (const [earlier, { receivedAt }] of posts.slice(0, index).entries())
      if (receivedAt >= misplaced.since) errorsMs[earlier] = misplaced.errorMs
    if (misplaced.since < itemAt(posts, 0).receivedAt) before = misplaced
  }
  return { state: current, errorsMs, misplaced: before }
}

/**
 * Whether another interval than that known (minutes) may make more of posts that left the state as it was: enough of them
 * agree, and only the interval shows that they are no error. Never throws.
 */
export function dependsOnInterval(state: ClockState | null): boolean {
  return (state?.suspicion?.posts ?? 0) >= POSTS_TO_AGREE
}

/** Whether a device's newest reading (epoch ms by a right clock) may make more of a post: it is over a day late by the error in force. */
export function dependsOnLastReading(state: ClockState | null, { freshestAt, receivedAt }: Post): boolean {
  return freshestAt - clockErrorMs(state) < receivedAt - LONGEST_LATE_MS
}

/** By how many ms a device's clock is ahead of ours, negative where it is behind. */
export function clockErrorMs(state: ClockState | null): number {
  return state?.errorMs ?? 0
}

/** Whether a clock's error is large enough to notify people of. */
export function isClockWrong(state: ClockState | null): boolean {
  return Math.abs(clockErrorMs(state)) > TELLING_ERROR_MS
}

/** Whether a reading that shows this error (ms) of a clock that is right so far deserves a closer look. */
export function isClockDoubtful(shownMs: number): boolean {
  return shownMs > CLOCK_TOLERANCE_MS || isNearlyLate(shownMs, null)
}

/** Whether a post, corrected by an error in ms, is of a time at which its device can have read nothing that comes only now. */
function isImpossible({ freshestAt, receivedAt }: Post, errorMs: number, { lastAt, retentionMs }: ClockContext): boolean {
  const at = freshestAt - errorMs
  if (at >= receivedAt - LONGEST_LATE_MS) return false
  return at < FIRST_POSSIBLE_MS || at < receivedAt - retentionMs || (lastAt !== null && lastAt >= receivedAt - LONGEST_LATE_MS)
}

/** The error that a post shows: none where it is late by less than a gap, or by any time with the interval unknown. */
function errorOf(shownMs: number, intervalMinutes: number | null): number {
  if (shownMs > CLOCK_TOLERANCE_MS) return shownMs
  return shownMs >= -gapLimitMs(intervalMinutes) || knownInterval(intervalMinutes) === null ? 0 : shownMs
}

// Late against the error in force by less than a gap is no error either, unless it shows a clock that is right.
function isSuspicious(shownMs: number, errorMs: number, intervalMinutes: number | null): boolean {
  if (shownMs >= errorMs - CLOCK_TOLERANCE_MS) return false
  const limitMs = gapLimitMs(intervalMinutes)
  if (errorMs === 0) return isNearlyLate(shownMs, intervalMinutes)
  const showsRight = Math.abs(shownMs) <= CLOCK_TOLERANCE_MS || (shownMs < 0 && shownMs >= -limitMs)
  return showsRight || errorMs - shownMs >= limitMs
}

// From a little before the gap: posts that agree are of one clock, and one of them that is late by less clears all.
function isNearlyLate(shownMs: number, intervalMinutes: number | null): boolean {
  return shownMs < CLOCK_TOLERANCE_MS - gapLimitMs(intervalMinutes)
}

// A post within a minute of the last counted one shows nothing more: a backlog that comes in fast leaves a state a minute.
function withPost(suspicion: Suspicion | null, receivedAt: number, shownMs: number): Suspicion {
  if (suspicion !== null && receivedAt - suspicion.at < POSTS_APART_MS) return suspicion
  const lowMs = Math.min(suspicion?.lowMs ?? shownMs, shownMs)
  const highMs = Math.max(suspicion?.highMs ?? shownMs, shownMs)
  if (suspicion === null || highMs - lowMs > CLOCK_TOLERANCE_MS)
    return { since: receivedAt, at: receivedAt, posts: 1, lowMs: shownMs, highMs: shownMs }
  if (suspicion.posts > SPACINGS_TO_KNOW) return suspicion
  return { ...suspicion, lowMs, highMs, at: receivedAt, posts: suspicion.posts + 1 }
}

function spacingMinutes({ since, at, posts }: Suspicion): number | null {
  return posts <= SPACINGS_TO_KNOW ? null : Math.min(LONGEST_SPACING_MINUTES, (at - since) / SPACINGS_TO_KNOW / MINUTE_MS)
}

function corrected(errorMs: number): ClockState {
  return { errorMs, wasWrong: true, suspicion: null }
}

function unsuspected(state: ClockState | null): ClockState | null {
  if (state === null || state.suspicion === null) return state
  return state.wasWrong ? { ...state, suspicion: null } : null
}
