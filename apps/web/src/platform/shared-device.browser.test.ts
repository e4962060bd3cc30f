import { beforeEach, expect, test } from 'vitest'
import { idleSecondsLeft, noteShared, noteTouch, wasShared } from './shared-device.ts'

const now = Date.parse('2026-07-20T07:00:00Z')
beforeEach(() => localStorage.clear())

test('a session has three minutes from the last touch', () => {
  expect(idleSecondsLeft(now)).toBe(0)
  noteTouch(now)
  expect(idleSecondsLeft(now)).toBe(180)
  expect(idleSecondsLeft(now + 179_500)).toBe(1)
  expect(idleSecondsLeft(now + 180_000)).toBe(0)
})

test('a touch in the future, of before the clock was set back, keeps no session', () => {
  noteTouch(now + 1_000)
  expect(idleSecondsLeft(now)).toBe(181)
  noteTouch(now + 1_001)
  expect(idleSecondsLeft(now)).toBe(0)
})

test('a device is proposed as shared once somebody has said so', () => {
  expect(wasShared()).toBe(false)
  noteShared()
  expect(wasShared()).toBe(true)
})
