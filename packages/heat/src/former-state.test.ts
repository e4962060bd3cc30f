import { expect, it } from 'vitest'
import { judgeEach, readingAt, settingsOf, START } from './fixtures.ts'
import type { FormerState } from './former-state.ts'
import { judgeReading } from './judge.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { packState, unpackState } from './packed-state.ts'

// As version 0.1.0 stored somebody who has been above the maximum for 16 minutes, in an emergency.
const packed: FormerState = JSON.parse(
  `[${START},1,[7,60000,60000,60000],0,[0,0,190],[-960000,-960000,-960000,null],[3,3,0,0,0],[null,null,{"kind":"maximum","over":10,"minutes":16}],
    0,2,[[0,1.5,0]],3,[0,0,0],[null,3],[0,false],[900000,true,{"since":-60000,"cause":"accumulated"},null,null]]`,
) as FormerState

it('a packed state of 0.1.0 is judged on: level, streaks, episode and emergency continue', () => {
  const state = unpackState(packed)
  expect(state).toMatchObject({
    at: START,
    heart: { validAt: START, hold: { shown: 3 }, streams: [{ deviceId: 7, interval: 1 }], minutes: null, shift: null },
    condition: { level: 3 },
    emergency: { spans: [[START - 15 * MINUTE_MS, START]], counting: true, open: { since: START - MINUTE_MS } },
  })
  const next = judgeReading(state, readingAt(1, { heartRate: 190, deviceId: 7 }), settingsOf())
  expect(next.assessment).toMatchObject({
    heartLevel: 3,
    conditionOpen: true,
    emergencyStarted: false,
    reason: { kind: 'maximum', minutes: 17 },
  })
  expect(next.assessment.accumulatedMinutes).toBe(16)
  expect(unpackState(packState(next.state))).toEqual(next.state)
})

it('a calm one begins a shift with the next reading', () => {
  const calm = JSON.parse(
    `[${START},1,[7],0,[0,0,80],null,[0,0,null,null,null],null,0,null,[],0,[null,null,null],null,[0,false],null]`,
  ) as FormerState
  const { state, last } = judgeEach([readingAt(1, { deviceId: 7 })], settingsOf(), unpackState(calm))
  expect(last).toMatchObject({ heartLevel: 0, totalLevel: 0 })
  expect(state.heart.shift?.began).toBe(START + MINUTE_MS)
})

it('one from before there was a packed form, too', () => {
  const named: FormerState = {
    at: START,
    interval: 1,
    heart: {
      validAt: START,
      pulses: { since: START, steps: [0, 190] },
      streaks: { sustained: START, instantaneous: START, maximum: START, low: null },
      hold: { judged: 2, shown: 2, times: [START, START, null] },
      reasons: null,
    },
    heat: null,
    keptHeat: [],
    total: 3,
    totalTimes: [START, START, START],
    condition: { calmSince: null },
    missing: { since: START, open: false, valid: [] },
    emergency: { spentMs: 0, counting: false, open: null, closedAt: null },
  }
  expect(unpackState(named)).toMatchObject({
    condition: { level: 2 },
    emergency: { spans: [], presses: [], down: null },
    heart: { streams: [] },
  })
})
