import { expect, test } from 'vitest'
import { spanOf, visitSpanMs } from './heard-span.ts'
import type { StoredRest } from './match-visits.ts'

const [work, shade] = [1, 2]
const places = new Set([shade])
const minute = (n: number) => n * 60_000
const heard = (n: number, gatewayId: number | null) => ({ at: minute(n), gatewayId })
const lunch = (values: Partial<StoredRest> = {}): StoredRest => ({
  restId: 1,
  beganAt: minute(100),
  endedAt: minute(160),
  source: 'place',
  endedBy: 'place',
  arrivedAt: minute(100),
  heardAt: minute(159),
  ...values,
})

test('nothing is read of people back at work, whose readings come in their order', () => {
  expect(spanOf([heard(50, work)], [], places)).toBeUndefined()
  expect(spanOf([heard(50, null)], [], places)).toBeUndefined()
  expect(spanOf([heard(161, work), heard(162, work)], [lunch()], places)).toBeUndefined()
})

test('the hour around readings is read at a resting place, and from the beginning of a rest that may change', () => {
  expect(spanOf([heard(200, work), heard(201, shade)], [], places)).toEqual({
    from: minute(200) - visitSpanMs,
    to: minute(201) + visitSpanMs,
  })
  expect(spanOf([heard(150, work)], [lunch()], places)).toEqual({ from: minute(150) - visitSpanMs, to: minute(160) + visitSpanMs })
  expect(spanOf([heard(170, work)], [lunch({ endedAt: null, endedBy: null })], places)).toEqual({
    from: minute(100),
    to: Number.POSITIVE_INFINITY,
  })
})

test('of one who still sits there after a leader ended the rest, the last hour is enough', () => {
  const ended = lunch({ endedBy: 'leader', endedAt: minute(110), heardAt: minute(290) })
  expect(spanOf([heard(291, shade)], [ended], places)?.from).toBe(minute(231))
})
