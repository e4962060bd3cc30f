import { describe, expect, it } from 'vitest'
import { type AlarmClosing, type AlarmReading, followAlarms, type StoredAlarm } from './device-alarm.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = Date.parse('2026-07-20T12:00:00+09:00')

/** A reading so many seconds after the start, received so many seconds later. */
const reading = (seconds: number, alarm: AlarmReading['alarm'], delay = 0): AlarmReading => ({
  at: start + seconds * secondMs,
  receivedAt: start + (seconds + delay) * secondMs,
  alarm,
  gapMs: 5 * minuteMs,
})

const follow = (
  stored: readonly StoredAlarm[],
  readings: readonly AlarmReading[],
  { windowMs = 30 * secondMs, closings = [] }: { windowMs?: number; closings?: readonly AlarmClosing[] } = {},
) => followAlarms(stored, readings, { windowMs, closings, from: -Infinity, heldUntil: -Infinity })

/** The alarms that are stored after changes. */
const alarmsAfter = (...args: Parameters<typeof follow>): StoredAlarm[] => {
  const changes = follow(...args)
  const kept = args[0].flatMap((one) => {
    const change = changes.find(({ stored }) => stored === one)
    return change === undefined ? [one] : (change.alarm ?? [])
  })
  return [...kept, ...changes.flatMap(({ stored, alarm }) => (stored === undefined ? [alarm] : []))]
}

const seconds = ({ since, last, dueAt, cancelledAt, state }: StoredAlarm) => ({
  since: (since - start) / secondMs,
  last: (last - start) / secondMs,
  due: (dueAt - start) / secondMs,
  cancelled: cancelledAt === null ? null : (cancelledAt - start) / secondMs,
  state,
})

describe('an alarm of a device', () => {
  it('is pending until its window after the receipt is over', () => {
    expect(alarmsAfter([], [reading(0, 'fall', 2)]).map(seconds)).toEqual([
      { since: 0, last: 0, due: 32, cancelled: null, state: 'pending' },
    ])
  })

  it('that asks for help has no window, and is not cancelled', () => {
    expect(alarmsAfter([], [reading(0, 'help'), reading(5, 'none')]).map(seconds)).toEqual([
      { since: 0, last: 0, due: 0, cancelled: 5, state: 'pending' },
    ])
  })

  it.each([
    ['at its end', 30, 'cancelled'],
    ['after it', 31, 'pending'],
  ])('is cancelled by a reading within the window: %s', (_, at, state) => {
    expect(alarmsAfter([], [reading(0, 'fall'), reading(at, 'none')]).map(seconds)).toMatchObject([{ cancelled: at, state }])
  })

  it('is not cancelled by a reading that is received after the window', () => {
    expect(alarmsAfter([], [reading(0, 'fall'), reading(10, 'none', 21)])).toMatchObject([{ state: 'pending' }])
  })

  it('that was not cancelled for ten minutes calls, although all of it came at once', () => {
    const backlog = [reading(0, 'fall', 1_200), reading(600, 'none', 600)]
    expect(alarmsAfter([], backlog).map(seconds)).toMatchObject([{ due: 1_230, cancelled: 600, state: 'pending' }])
  })

  it('is one as long as readings repeat it, and a new one after a cancelling reading or a gap', () => {
    const repeated = [0, 60, 120].map((at) => reading(at, 'noMotion'))
    expect(alarmsAfter([], repeated).map(seconds)).toMatchObject([{ since: 0, last: 120 }])
    expect(alarmsAfter([], [reading(0, 'fall'), reading(10, 'none'), reading(20, 'fall')]).map(seconds)).toMatchObject([
      { since: 0, state: 'cancelled' },
      { since: 20, state: 'pending' },
    ])
    expect(alarmsAfter([], [reading(0, 'fall'), reading(301, 'fall')])).toHaveLength(2)
  })

  it('of another kind is another one, and both are cancelled together', () => {
    const both = [reading(0, 'fall'), reading(5, 'deviceHeat'), reading(10, 'none')]
    expect(alarmsAfter([], both)).toMatchObject([
      { kind: 'fall', state: 'cancelled' },
      { kind: 'deviceHeat', state: 'cancelled' },
    ])
  })

  it('of over a day ago at receipt is history', () => {
    expect(follow([], [reading(0, 'fall', 86_401)])).toEqual([])
    expect(follow([], [reading(0, 'fall', 86_400)])).toHaveLength(1)
  })

  it('cancels nothing at the same moment', () => {
    expect(alarmsAfter([], [reading(0, 'none'), reading(0, 'fall')])).toMatchObject([{ cancelledAt: null, state: 'pending' }])
  })
})

describe('an alarm that has become an alert', () => {
  const opened = alarmsAfter([], [reading(0, 'fall')]).map((one) => ({ ...one, state: 'opened' as const }))

  it('stays one, and notes that the device cancels it', () => {
    expect(alarmsAfter(opened, [reading(0, 'fall'), reading(60, 'fall'), reading(90, 'none')]).map(seconds)).toEqual([
      { since: 0, last: 60, due: 30, cancelled: 90, state: 'opened' },
    ])
  })

  it('is new after a closing where readings between say nothing of it', () => {
    const closings = [{ kind: 'fall' as const, at: start + 100 * secondMs }]
    const came = [reading(0, 'fall'), reading(5, 'fall'), reading(60, null), reading(120, 'fall')]
    expect(alarmsAfter(opened, came, { closings })).toHaveLength(2)
  })

  it('is new once a person has closed it, unless the device said it twice before', () => {
    const closings = [{ kind: 'fall' as const, at: start + 100 * secondMs }]
    expect(alarmsAfter(opened, [reading(0, 'fall'), reading(120, 'fall')], { closings })).toMatchObject([
      { state: 'opened' },
      { state: 'pending' },
    ])
    const held = [reading(0, 'fall'), reading(60, 'fall'), reading(120, 'fall')]
    expect(alarmsAfter(opened, held, { closings })).toHaveLength(1)
    const ofAnotherKind = [{ kind: 'help' as const, at: start + 100 * secondMs }]
    expect(alarmsAfter(opened, [reading(0, 'fall'), reading(120, 'fall')], { closings: ofAnotherKind })).toHaveLength(1)
  })
})

describe('a press for help', () => {
  const pressed = alarmsAfter([], [reading(0, 'help')]).map((one) => ({ ...one, state: 'opened' as const }))

  it('is another one after any other reading of its device', () => {
    const came = [reading(0, 'help'), reading(60, null), reading(180, 'help')]
    expect(alarmsAfter(pressed, came).map(seconds)).toMatchObject([
      { since: 0, state: 'opened' },
      { since: 180, due: 180, state: 'pending' },
    ])
  })

  it('is held while nothing but it comes, and after a closing only where it was in the two readings before', () => {
    const twice = [reading(0, 'help'), reading(180, 'help')]
    expect(alarmsAfter(pressed, twice)).toHaveLength(1)
    const closings = [{ kind: 'help' as const, at: start + 240 * secondMs }]
    expect(alarmsAfter(pressed, [...twice, reading(420, 'help')], { closings })).toHaveLength(1)
    const released = [...twice, reading(300, null), reading(420, 'help')]
    expect(alarmsAfter(pressed, released, { closings })).toHaveLength(2)
  })
})

describe('the window', () => {
  it('of a stored alarm stays as it was when the setting changes', () => {
    const cancelled = alarmsAfter([], [reading(0, 'fall'), reading(25, 'none')])
    const came = [reading(0, 'fall'), reading(25, 'none'), reading(26, 'none')]
    expect(alarmsAfter(cancelled, came, { windowMs: 10 * secondMs })).toEqual(cancelled)
    const pending = alarmsAfter([], [reading(0, 'fall')])
    expect(alarmsAfter(pending, came, { windowMs: 10 * secondMs })).toMatchObject([{ state: 'cancelled' }])
  })

  it('that was over before the alarm could be stored leaves time to store what cancels it', () => {
    const late = { windowMs: 30 * secondMs, closings: [], from: -Infinity, heldUntil: start + 305 * secondMs }
    const [held] = followAlarms([], [reading(0, 'fall')], late).flatMap(({ alarm }) => alarm ?? [])
    expect(held).toMatchObject({ dueAt: start + 305 * secondMs, state: 'pending' })
    const both = [reading(0, 'fall'), reading(10, 'none')]
    expect(alarmsAfter(held === undefined ? [] : [held], both)).toMatchObject([{ state: 'cancelled' }])
    expect(followAlarms([], [reading(0, 'help')], late)).toMatchObject([{ alarm: { dueAt: start } }])
  })
})

describe('readings that come late', () => {
  it('and cancel too late leave an alarm cancelled that was so in time', () => {
    const came = [reading(0, 'fall'), reading(20, 'fall'), reading(25, 'none')]
    const cancelled = alarmsAfter([], came)
    // Both parts of it.
    expect(alarmsAfter(cancelled, [...came, reading(10, 'none', 30)]).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  })

  it('cancel an alarm that came after them', () => {
    const withNull = [reading(10, 'none')]
    expect(follow([], withNull)).toEqual([])
    expect(alarmsAfter([], [...withNull, reading(0, 'fall', 15)])).toMatchObject([{ state: 'cancelled' }])
  })

  it('part an alarm where they cancel its first half', () => {
    const came = [reading(0, 'fall'), reading(20, 'fall')]
    const pending = alarmsAfter([], came)
    expect(alarmsAfter(pending, [...came, reading(10, 'none', 12)]).map(seconds)).toMatchObject([
      { since: 20, due: 50, state: 'pending' },
      { since: 0, state: 'cancelled' },
    ])
  })

  it('make one alarm of two that they join, of which people are notified once', () => {
    const came = [reading(0, 'fall'), reading(500, 'fall')]
    const pending = alarmsAfter([], came)
    expect(alarmsAfter(pending, [...came, reading(250, 'fall', 260)]).map(seconds)).toMatchObject([
      { since: 0, last: 500, state: 'pending' },
    ])
  })

  it('show that an alarm began so early that its device did not cancel it in time', () => {
    const came = [reading(25, 'fall'), reading(40, 'none')]
    const cancelled = alarmsAfter([], came)
    expect(cancelled).toMatchObject([{ state: 'cancelled' }])
    expect(alarmsAfter(cancelled, [...came, reading(0, 'fall', 60)])).toMatchObject([{ state: 'pending' }])
  })

  it('of hours ago call', () => {
    expect(alarmsAfter([], [reading(0, 'fall', (23 * hourMs) / secondMs)])).toMatchObject([{ state: 'pending' }])
  })
})
