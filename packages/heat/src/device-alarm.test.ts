import { describe, expect, it } from 'vitest'
import { type AlarmClosing, type AlarmKind, type AlarmReading, followAlarms, type StoredAlarm } from './device-alarm.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = Date.parse('2026-07-20T12:00:00+09:00')

/** A reading so many seconds after the start, received so many seconds later. */
const reading = (seconds: number, alarm: AlarmKind | null, delay = 0): AlarmReading => ({
  at: start + seconds * secondMs,
  receivedAt: start + (seconds + delay) * secondMs,
  alarm,
  gapMs: 5 * minuteMs,
})

const follow = (
  stored: readonly StoredAlarm[],
  readings: readonly AlarmReading[],
  { windowMs = 30 * secondMs, closings = [] }: { windowMs?: number; closings?: readonly AlarmClosing[] } = {},
) => followAlarms(stored, readings, { windowMs, closings })

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
    expect(alarmsAfter([], [reading(0, 'help'), reading(5, null)]).map(seconds)).toEqual([
      { since: 0, last: 0, due: 0, cancelled: 5, state: 'pending' },
    ])
  })

  it.each([
    ['at its end', 30, 'cancelled'],
    ['after it', 31, 'pending'],
  ])('is cancelled by a reading within the window: %s', (_, at, state) => {
    expect(alarmsAfter([], [reading(0, 'fall'), reading(at, null)]).map(seconds)).toMatchObject([{ cancelled: at, state }])
  })

  it('is not cancelled by a reading that is received after the window', () => {
    expect(alarmsAfter([], [reading(0, 'fall'), reading(10, null, 21)])).toMatchObject([{ state: 'pending' }])
  })

  it('that was not cancelled for ten minutes calls, although all of it came at once', () => {
    const backlog = [reading(0, 'fall', 1_200), reading(600, null, 600)]
    expect(alarmsAfter([], backlog).map(seconds)).toMatchObject([{ due: 1_230, cancelled: 600, state: 'pending' }])
  })

  it('is one as long as readings repeat it, and a new one after a cancelling reading or a gap', () => {
    const repeated = [0, 60, 120].map((at) => reading(at, 'noMotion'))
    expect(alarmsAfter([], repeated).map(seconds)).toMatchObject([{ since: 0, last: 120 }])
    expect(alarmsAfter([], [reading(0, 'fall'), reading(10, null), reading(20, 'fall')]).map(seconds)).toMatchObject([
      { since: 0, state: 'cancelled' },
      { since: 20, state: 'pending' },
    ])
    expect(alarmsAfter([], [reading(0, 'fall'), reading(301, 'fall')])).toHaveLength(2)
  })

  it('of another kind is another one, and both are cancelled together', () => {
    const both = [reading(0, 'fall'), reading(5, 'deviceHeat'), reading(10, null)]
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
    expect(alarmsAfter([], [reading(0, null), reading(0, 'fall')])).toMatchObject([{ cancelledAt: null, state: 'pending' }])
  })
})

describe('an alarm that has become an alert', () => {
  const opened = alarmsAfter([], [reading(0, 'fall')]).map((one) => ({ ...one, state: 'opened' as const }))

  it('stays one, and notes that the device cancels it', () => {
    expect(alarmsAfter(opened, [reading(0, 'fall'), reading(60, 'fall'), reading(90, null)]).map(seconds)).toEqual([
      { since: 0, last: 60, due: 30, cancelled: 90, state: 'opened' },
    ])
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

describe('readings that come late', () => {
  it('cancel an alarm that came after them', () => {
    const withNull = [reading(10, null)]
    expect(follow([], withNull)).toEqual([])
    expect(alarmsAfter([], [...withNull, reading(0, 'fall', 15)])).toMatchObject([{ state: 'cancelled' }])
  })

  it('part an alarm where they cancel its first half', () => {
    const came = [reading(0, 'fall'), reading(20, 'fall')]
    const pending = alarmsAfter([], came)
    expect(alarmsAfter(pending, [...came, reading(10, null, 12)]).map(seconds)).toMatchObject([
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
    const came = [reading(25, 'fall'), reading(40, null)]
    const cancelled = alarmsAfter([], came)
    expect(cancelled).toMatchObject([{ state: 'cancelled' }])
    expect(alarmsAfter(cancelled, [...came, reading(0, 'fall', 60)])).toMatchObject([{ state: 'pending' }])
  })

  it('of hours ago call', () => {
    expect(alarmsAfter([], [reading(0, 'fall', (23 * hourMs) / secondMs)])).toMatchObject([{ state: 'pending' }])
  })
})
