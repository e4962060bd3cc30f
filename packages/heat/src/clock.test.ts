import { describe, expect, it } from 'vitest'
import { type ClockContext, clockErrorMs, type ClockState, isClockWrong, judgePost, judgePosts, type Post } from './clock.ts'
import { START } from './fixtures.ts'
import { MINUTE_MS, SECOND_MS } from './milliseconds.ts'

/** A post received `minute` minutes after the start whose freshest reading shows the clock ahead by so many minutes. */
const post = (minute: number, aheadMinutes: number, intervalMinutes: number | null = 1): Post => ({
  receivedAt: START + minute * MINUTE_MS,
  freshestAt: START + (minute + aheadMinutes) * MINUTE_MS,
  intervalMinutes,
})
// Nothing was read of the device before, and readings are kept for three years.
const unread: ClockContext = { lastAt: null, retentionMs: 3 * 365 * 24 * 60 * MINUTE_MS }
const after = (posts: readonly Post[], state: ClockState | null = null) => judgePosts(state, posts, unread)
const errorAfter = (...posts: Post[]) => clockErrorMs(after(posts).state) / MINUTE_MS
const HOUR = 60
const DAY = 24 * HOUR

describe('a clock that is ahead', () => {
  it('is in error at once from over a minute on, by any size', () => {
    expect(errorAfter(post(0, 1))).toBe(0)
    expect(errorAfter(post(0, 1 + 1 / 60))).toBeCloseTo(1 + 1 / 60)
    expect(errorAfter(post(0, 8))).toBe(8)
    expect(errorAfter(post(0, 40 * 365 * DAY))).toBe(40 * 365 * DAY)
  })

  it('is so whatever its interval, and each time it gains another minute', () => {
    expect(errorAfter(post(0, 8, null), post(1, 8.9, null))).toBe(8)
    expect(errorAfter(post(0, 8, null), post(1, 9.1, null))).toBe(9.1)
  })

  it('leaves no time later than receipt by more than a minute', () => {
    const posts = [post(0, 3), post(1, 3.5), post(2, 90), post(3, 90.9), post(4, -5), post(5, 0.5)]
    const { errorsMs } = after(posts)
    posts.forEach(({ freshestAt, receivedAt }, index) => {
      expect(freshestAt - (errorsMs[index] ?? 0) - receivedAt).toBeLessThanOrEqual(MINUTE_MS)
    })
  })
})

describe('a clock that is behind', () => {
  it('is in error by the third of three posts that agree within a minute', () => {
    expect(errorAfter(post(0, -120), post(1, -120))).toBe(0)
    expect(errorAfter(post(0, -120), post(1, -120), post(2, -120))).toBe(-120)
    expect(errorAfter(post(0, -120), post(1, -120.5), post(2, -119.7))).toBeCloseTo(-119.7)
    expect(errorAfter(post(0, -120), post(1, -121.2), post(2, -120))).toBe(0)
    expect(errorAfter(post(0, -120), post(1, -121.2), post(2, -121), post(3, -121))).toBe(-121)
  })

  it('shows the same thing but once within a minute', () => {
    const often = Array.from({ length: 12 }, (_, index) => post(index / 6, -30))
    expect(errorAfter(...often)).toBe(0)
    expect(errorAfter(...often, post(2, -30))).toBe(-30)
  })

  it('must be seen three times in a row', () => {
    expect(errorAfter(post(0, -30), post(1, -30), post(2, 0), post(3, -30))).toBe(0)
    expect(after([post(0, -30), post(1, -30), post(2, 0)]).state).toBeNull()
  })

  it('is no error where late by less than a gap', () => {
    const late = (minutes: number, interval: number) => [0, 10, 20].map((minute) => post(minute, -minutes, interval))
    expect(errorAfter(...late(5, 1))).toBe(0)
    expect(errorAfter(...late(5.1, 1))).toBe(-5.1)
    expect(errorAfter(...late(15, 6))).toBe(0)
    expect(errorAfter(...late(15.1, 6))).toBe(-15.1)
    expect(after(late(14, 6)).state).toBeNull()
  })

  it('is none either where one of the posts that agree is late by less', () => {
    expect(errorAfter(post(0, -4.9), post(1, -5.2), post(2, -5.2), post(3, -5.2), post(4, -5.2))).toBe(0)
    expect(errorAfter(post(0, -5.2), post(1, -5.2), post(2, -5.2), post(3, -4.9))).toBe(-5.2)
  })

  it('is no error where the interval is unknown, and is one from when it is known', () => {
    const unknown = [0, 1, 2].map((minute) => post(minute, -120, null))
    expect(errorAfter(...unknown)).toBe(0)
    expect(after([...unknown, post(2.5, -120, 1)])).toMatchObject({ state: { errorMs: -120 * MINUTE_MS }, misplaced: null })
  })

  it('shows its interval by a fourth post where it does not say it', () => {
    const every = (minutes: number, late: number, posts: number) =>
      errorAfter(...Array.from({ length: posts }, (_, index) => post(index * minutes, -late, null)))
    expect(every(10, 26, 3)).toBe(0)
    expect(every(10, 26, 4)).toBe(-26)
    expect(every(10, 25, 8)).toBe(0)
    expect(every(60, 38, 4)).toBe(-38)
    expect(every(60, 37, 8)).toBe(0)
  })

  it('is corrected by days as by minutes', () => {
    expect(errorAfter(post(0, -9_000 * DAY), post(1, -9_000 * DAY), post(2, -9_000 * DAY))).toBe(-9_000 * DAY)
  })

  it('is not confused with a buffer that empties, or a message sent again', () => {
    expect(errorAfter(...[0, 1, 2, 3].map((minute) => post(minute, -180 + 20 * minute)))).toBe(0)
    expect(errorAfter(...[0, 1, 2, 3].map((minute) => post(minute, -30 - minute)))).toBe(0)
  })
})

describe('what cannot be a late reading', () => {
  const readAt = (minute: number) => ({ ...unread, lastAt: START + minute * MINUTE_MS })
  const errorOf = (one: Post, context = unread) => clockErrorMs(judgePosts(null, [one], context).state) / MINUTE_MS

  it('is a time before 2020, whatever is known of the device', () => {
    const ago = (time: string) => Math.round((Date.parse(time) - START) / MINUTE_MS)
    for (const time of ['1970-01-01T00:00:10Z', '2000-01-01T00:00:00Z', '2019-12-31T23:59:00Z'])
      for (const interval of [1, null]) expect(errorOf(post(0, ago(time), interval))).toBe(ago(time))
    const forever = { ...unread, retentionMs: Number.POSITIVE_INFINITY }
    expect(errorOf(post(0, ago('2020-01-01T00:01:00Z')), forever)).toBe(0)
  })

  it('is a time past the retention', () => {
    expect(errorOf(post(0, -3 * 365 * DAY - 1))).toBe(-3 * 365 * DAY - 1)
    expect(errorOf(post(0, -3 * 365 * DAY + 1))).toBe(0)
  })

  it('is a time over a day ago of a device that was read within a day', () => {
    expect(errorOf(post(0, -DAY - 1, null), readAt(-1))).toBe(-DAY - 1)
    expect(errorOf(post(0, -DAY - 1), readAt(-DAY + 1))).toBe(-DAY - 1)
    expect(errorOf(post(0, -DAY), readAt(-1))).toBe(0)
    // A gateway that was without power from Friday to Monday sends what it kept, the oldest first.
    expect(errorOf(post(0, -3 * DAY), readAt(-3 * DAY - 5))).toBe(0)
  })

  it('is judged against the error in force, and leaves a clock right where that explains it', () => {
    const jumped = after([post(0, 70 * 365 * DAY)]).state
    expect(clockErrorMs(after([post(1, 0)], jumped).state)).toBe(0)
    expect(clockErrorMs(after([post(1, -30, null)], jumped).state)).toBe(0)
    const lost = after([post(0, -50 * 365 * DAY)]).state
    expect(clockErrorMs(after([post(20, -50 * 365 * DAY - 10)], lost).state) / MINUTE_MS).toBe(-50 * 365 * DAY)
  })
})

describe('a clock that was wrong', () => {
  it('is right again by three posts that say so, a fast one too', () => {
    expect(errorAfter(post(0, 8), post(1, 0), post(2, 0))).toBe(8)
    expect(errorAfter(post(0, 8), post(1, 0), post(2, 0), post(3, -0.1))).toBe(0)
    expect(errorAfter(post(0, 180), post(1, -2, null), post(2, -2, null), post(3, -2, null))).toBe(0)
  })

  it('is right again at once where it was behind', () => {
    const behind = [0, 1, 2].map((minute) => post(minute, -120))
    expect(errorAfter(...behind, post(3, -0.1))).toBe(0)
    expect(errorAfter(...behind, post(3, -4))).toBe(0)
    expect(errorAfter(...behind, post(3, -30))).toBe(-30)
  })

  it('keeps its error through posts that are late by less than a gap', () => {
    expect(errorAfter(post(0, 8), post(1, 5), post(2, 5), post(3, 5))).toBe(8)
    expect(errorAfter(post(0, 30), post(1, 8), post(2, 8), post(3, 8))).toBe(8)
    const behind = [0, 1, 2].map((minute) => post(minute, -120))
    expect(errorAfter(...behind, post(3, -124), post(4, -124), post(5, -124))).toBe(-120)
    expect(errorAfter(...behind, post(3, -150), post(4, -150), post(5, -150))).toBe(-150)
  })

  it('leaves that on record', () => {
    const right = after([post(0, 8), post(1, 0), post(2, 0), post(3, 0)]).state
    expect(right).toEqual({ errorMs: 0, wasWrong: true, suspicion: null })
    expect(after([post(4, -60), post(5, 0)], right).state).toEqual(right)
  })
})

it('a backlog that comes in fast leaves another state but once a minute', () => {
  let state: ClockState | null = null
  const states = new Set<ClockState | null>()
  for (let second = 0; second < 150; second++) {
    ;({ state } = judgePost(state, post(second / 60, second - 300), unread))
    states.add(state?.suspicion === undefined ? null : state)
  }
  expect(new Set([...states].map((one) => one?.suspicion?.at)).size).toBe(3)
})

describe('what was placed wrongly', () => {
  it('is all since the first of the three posts', () => {
    const first = after([post(0, -120), post(0.5, -120), post(1, -120)])
    expect(first).toMatchObject({ errorsMs: [0, 0, 0], misplaced: null })
    expect(after([post(2, -120)], first.state)).toMatchObject({
      errorsMs: [-120 * MINUTE_MS],
      misplaced: { since: START, errorMs: -120 * MINUTE_MS },
    })
  })

  it('is placed rightly at once where it comes together', () => {
    expect(after([post(-1, 0), post(0, -120), post(0.5, -120), post(1, -120), post(2, -120)])).toMatchObject({
      errorsMs: [0, -120, -120, -120, -120].map((minutes) => minutes * MINUTE_MS),
      misplaced: null,
    })
  })
})

describe('judging post by post', () => {
  it('comes to the same as judging them together', () => {
    const posts = [post(0, 0), post(1, -40), post(2, -40), post(3, 3), post(4, -40), post(5, -40), post(6, -40), post(7, 0)]
    let state: ClockState | null = null
    for (const one of posts) state = judgePost(state, one, unread).state
    expect(state).toEqual(after(posts).state)
  })
})

it('reports an error over two minutes to people', () => {
  const wrong = (ms: number) => isClockWrong({ errorMs: ms, wasWrong: true, suspicion: null })
  expect([2 * MINUTE_MS, -2 * MINUTE_MS].map(wrong)).toEqual([false, false])
  expect([2 * MINUTE_MS + SECOND_MS, -2 * MINUTE_MS - SECOND_MS].map(wrong)).toEqual([true, true])
  expect(isClockWrong(null)).toBe(false)
})
