import { workingHoursOf } from '@mimamori/heat'
import { expect, test } from 'vitest'
import { toJapanIso } from '../../platform/japan-time.ts'
import { gateHours } from './gate-hours.ts'

const of = (clock: string, opens: string, closes: string) => {
  const { date, closesAt, nextAt } = gateHours(Date.parse(`2026-07-${clock}:00+09:00`), workingHoursOf(opens, closes))
  return [date, toJapanIso(new Date(closesAt)).slice(0, 16), toJapanIso(new Date(nextAt)).slice(0, 16)]
}

test('the gate takes answers until 10:00, where work begins late until two hours after it', () => {
  const day = ['2026-07-20', '2026-07-20T10:00', '2026-07-21T01:00']
  for (const clock of ['20T01:00', '20T05:30', '20T07:30', '20T15:00', '21T00:59']) expect(of(clock, '06:00', '20:00')).toEqual(day)
  expect(of('20T09:00', '09:00', '18:00')).toEqual(['2026-07-20', '2026-07-20T11:00', '2026-07-21T01:30'])
  expect(of('20T22:10', '22:00', '05:30')).toEqual(['2026-07-20', '2026-07-21T00:00', '2026-07-21T13:45'])
  expect(of('21T03:00', '22:00', '05:30')).toEqual(['2026-07-20', '2026-07-21T00:00', '2026-07-21T13:45'])
})
