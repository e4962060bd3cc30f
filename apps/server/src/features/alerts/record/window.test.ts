import { expect, test } from 'vitest'
import { windowAround } from './window.ts'

const at = (time: string) => new Date(`2026-07-20T${time}:00+09:00`)
const events = (...times: string[]) => times.map((time) => ({ at: at(time) }))
const clock = (date: Date) => date.toISOString()

test.each([
  ['from half an hour before it until ten minutes after its end', { endedAt: at('12:20'), events: [] }, ['11:30', '12:30']],
  ['on until what people did about it', { endedAt: at('12:20'), events: events('12:00', '12:05', '13:00') }, ['11:30', '13:10']],
  ['not on until what was noted much later', { endedAt: at('12:20'), events: events('12:05', '18:00') }, ['11:30', '12:30']],
  ['until now while it stands', { endedAt: null, events: [] }, ['11:30', '15:00']],
])('the window goes %s', (_, episodeTimes, [from = '', to = '']) => {
  const window = windowAround({ startedAt: at('12:00'), now: at('15:00'), ...episodeTimes })
  expect([clock(window.from), clock(window.to)]).toEqual([clock(at(from)), clock(at(to))])
})

test('of an episode of days the window shows the first twelve hours', () => {
  const window = windowAround({ startedAt: at('08:00'), endedAt: null, events: [], now: new Date('2026-07-23T08:00:00+09:00') })
  expect(clock(window.to)).toBe(clock(at('20:00')))
})
