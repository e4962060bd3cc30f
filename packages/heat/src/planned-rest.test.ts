import { describe, expect, it } from 'vitest'
import { dutyPassed, hoursAbove, planRest } from './planned-rest.ts'
import { hoursOfSpans, isWithinHours, workSpans } from './work-hours.ts'
import { workingHoursOf } from './working-hours.ts'

const date = '2026-07-21'
const day = workingHoursOf('07:30', '17:30')
const clockOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(8, 16)
const spansOf = (...given: Parameters<typeof workSpans>) => workSpans(...given).map(({ from, to }) => `${clockOf(from)} ${clockOf(to)}`)

describe('the spans of work of a day', () => {
  it('are its working hours without the breaks', () => {
    expect(spansOf(date, day)).toEqual(['21T07:30 21T17:30'])
    const breaks = [workingHoursOf('15:00', '15:30'), workingHoursOf('12:00', '13:00'), workingHoursOf('12:30', '13:15')]
    expect(spansOf(date, day, day, breaks)).toEqual(['21T07:30 21T12:00', '21T13:15 21T15:00', '21T15:30 21T17:30'])
  })

  it('go over midnight, with a break after it', () => {
    const night = workingHoursOf('20:00', '05:00')
    const breaks = [workingHoursOf('00:00', '01:00')]
    expect(spansOf(date, night, night, breaks)).toEqual(['21T20:00 22T00:00', '22T01:00 22T05:00'])
    expect(hoursOfSpans(workSpans(date, night)).map((at) => Number(clockOf(at).slice(3, 5)))).toEqual([20, 21, 22, 23, 0, 1, 2, 3, 4])
  })

  it('of an early shift that is tried begin in the same working day, and those of a late one too', () => {
    expect(spansOf(date, day, workingHoursOf('05:00', '13:00'))).toEqual(['21T05:00 21T13:00'])
    expect(spansOf(date, workingHoursOf('20:00', '05:00'), workingHoursOf('06:00', '10:00'))).toEqual(['22T06:00 22T10:00'])
    expect(spansOf(date, workingHoursOf('06:00', '06:00'))).toEqual(['21T06:00 22T06:00'])
  })

  it('hold a break only where it is within them', () => {
    expect(isWithinHours(workingHoursOf('12:00', '13:00'), day)).toBe(true)
    expect(isWithinHours(workingHoursOf('17:00', '18:00'), day)).toBe(false)
    expect(isWithinHours(workingHoursOf('07:00', '07:30'), day)).toBe(false)
    expect(isWithinHours(workingHoursOf('23:30', '00:30'), workingHoursOf('20:00', '05:00'))).toBe(true)
    expect(isWithinHours(workingHoursOf('04:30', '05:30'), workingHoursOf('20:00', '05:00'))).toBe(false)
  })
})

const plannedOf = (spans: ReturnType<typeof workSpans>, values: readonly (number | null)[]) =>
  hoursOfSpans(spans).map((at, index) => ({ at, wbgt: values[index] ?? null }))

describe('the rest of a day', () => {
  it('follows the table, rounds the excess up and stops the work above 3 °C', () => {
    const spans = workSpans(date, day)
    const rests = planRest(plannedOf(spans, [27.9, 28, 28.1, 29, 29.1, 30, 31, 31.1, null, 26, 28.3]), spans, 28)
    expect(rests.map(({ restMinutes }) => restMinutes)).toEqual([0, 0, 15, 15, 30, 30, 45, 60, null, 0, 15])
    expect(rests.map(({ workMinutes }) => workMinutes)).toEqual([30, 60, 60, 60, 60, 60, 60, 60, 60, 60, 30])
    expect(hoursAbove(rests)).toBe(7)
  })

  it('is none in an hour of break', () => {
    const spans = workSpans(date, day, day, [workingHoursOf('12:00', '13:00')])
    const noon = planRest(
      plannedOf(
        spans,
        Array.from({ length: 11 }, () => 32),
      ),
      spans,
      28,
    )[5]
    expect(noon).toMatchObject({ excess: 4, restMinutes: null, workMinutes: 0 })
  })
})

describe('the duty of one hour on end or four a day', () => {
  const passed = (values: readonly (number | null)[], spans = workSpans(date, day)) => {
    const duty = dutyPassed(plannedOf(spans, values), spans)
    return duty === null ? null : `${clockOf(duty.at).slice(3)} ${duty.by}`
  }

  it('is passed an hour after the heat began', () => {
    expect(passed([27, 28, 29, 29])).toBe('09:00 onEnd')
    expect(passed([28, 28, 29, 29])).toBe('08:30 onEnd')
    expect(passed([28, 27, 28, 27])).toBe('10:00 onEnd')
  })

  it('is not by half an hour at either end, nor where nothing is known', () => {
    expect(passed([28, 27, 27, 27, 27, 27, 27, 27, 27, 27, 28])).toBeNull()
    expect(passed([27, null, null, 27])).toBeNull()
  })

  it('comes by four hours in all where breaks cut the time on end', () => {
    const breaks = [8, 9, 10, 11, 12, 13].map((hour) => workingHoursOf(`${String(hour).padStart(2, '0')}:45`, `${hour}:55`))
    const spans = workSpans(date, day, day, breaks)
    // 45 minutes before the first break, then 50 between two of them.
    expect(passed([27, 28, 28, 28, 28, 28, 28, 27], spans)).toBe('12:40 today')
  })
})
