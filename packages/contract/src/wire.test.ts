import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { TerminalForm, terminalDefaults } from './device-setting.ts'
import { issuesWithin, remedyOf } from './issue-text.ts'
import {
  Day,
  DayOrInstant,
  listQuery,
  Month,
  mostListed,
  severalOf,
  Toggle,
  unlessEmpty,
  WireClock,
  WireDay,
  wireInteger,
  wordOf,
} from './wire.ts'

test('a number may come as text, in full width too, and never in another notation', () => {
  for (const [given, read] of [
    [5, 5],
    [' 7 ', 7],
    ['１０', 10],
    ['－５', -5],
  ] as const)
    expect(wireInteger(-10).parse(given)).toBe(read)
  for (const refused of ['', '1e3', '0x1', '1,000', '10.0', '1.', null]) expect(wireInteger(-10).safeParse(refused).success).toBe(false)
})

test('a fraction gets the message to be whole, whether the field may be left empty or not', () => {
  const remedies = (values: Record<string, unknown>) =>
    TerminalForm.safeParse({ ...terminalDefaults, ...values }, { reportInput: true }).error?.issues.map(remedyOf)
  expect(remedies({ settingAltitude: '1.5', onWaitingTime: '0.5', offsetSettings: 'x' })).toEqual([
    '整数で入力してください。',
    '整数で入力してください。',
    '数値で入力してください。',
  ])
})

test('a toggle may come as text, number or truth, and as nothing else', () => {
  for (const [given, read] of [
    ['1', '1'],
    [0, '0'],
    [true, '1'],
    ['false', '0'],
    ['１', '1'],
  ] as const)
    expect(Toggle.parse(given)).toBe(read)
  for (const refused of ['', '2', 'on', null, 2]) expect(Toggle.safeParse(refused).success).toBe(false)
})

test('an order may be written in any case', () => {
  const order = (sortOrder: string) => z.object(listQuery).safeParse({ sortOrder }).data?.sortOrder
  expect(['ASC', 'Descend', 'ascend', 'up'].map(order)).toEqual(['asc', 'desc', 'asc', undefined])
})

test('a fault in an item names the item, whether it came alone or in a list', () => {
  const item = z.object({ height: wireInteger() })
  const paths = (value: unknown) =>
    z
      .union([z.array(item), item])
      .safeParse(value)
      .error?.issues.flatMap(issuesWithin)
      .map(({ path }) => path)
  expect(paths({ height: 'x' })).toEqual([['height']])
  expect(paths([{ height: 1 }, { height: 'x' }])).toEqual([[1, 'height']])
  expect(paths('x')).toEqual([[]])
})

test('a month is one from 1900 on, and so is a day', () => {
  const isMonth = (text: string) => Month.safeParse(text).success
  expect(['1900-01', '2026-12'].map(isMonth)).toEqual([true, true])
  expect(['0000-01', '0099-12', '1899-12', '2026-13', '2026-1'].map(isMonth)).toEqual([false, false, false, false, false])
  expect(['0000-01-01', '0026-11-22', '1899-12-31'].map((text) => WireDay.safeParse(text).success)).toEqual([false, false, false])
  expect(Day.safeParse('1900-01-01').success).toBe(true)
})

test('an instant whose day in Japan no date can hold is no day', () => {
  expect(WireDay.safeParse('+275760-09-13T00:00:00Z').success).toBe(false)
  expect(WireDay.parse('2026-07-19T15:00:00Z')).toBe('2026-07-20')
})

test('a list holds so many, and of one that is longer no value is read', () => {
  let read = 0
  const item = z.string().transform((text) => {
    read++
    return text
  })
  const faults = (given: unknown) => severalOf(item).safeParse(given, { reportInput: true }).error?.issues.map(remedyOf)
  expect(faults('1,'.repeat(mostListed - 1) + '1')).toBeUndefined()
  expect(read).toBe(mostListed)
  for (const given of ['1,'.repeat(mostListed) + '1', Array(mostListed + 1).fill(1), Array(mostListed).fill('1,1')])
    expect(faults(given)).toEqual(['5000件以内にしてください。'])
  expect(read).toBe(mostListed)
})

test('null and an empty text leave a field out', () => {
  const read = (given: object) => z.object({ ids: unlessEmpty(severalOf(wireInteger(1))) }).safeParse(given)
  for (const given of [{}, { ids: undefined }, { ids: null }, { ids: '' }]) expect(read(given).data?.ids).toBeUndefined()
  expect(read({ ids: '1, 2' }).data).toEqual({ ids: [1, 2] })
  expect(read({ ids: 'x' }).success).toBe(false)
})

test('a word may come in any case, alone or as the only one of a list', () => {
  const read = (given: unknown) => wordOf(['max', 'mean']).safeParse(given).data
  expect(['max', 'MEAN', ' Max ', ['mean'], ['ＭＡＸ']].map(read)).toEqual(['max', 'mean', 'max', 'mean', 'max'])
  expect(['', 'min', null, 1, [], ['max', 'mean']].map(read)).toEqual(Array(6).fill(undefined))
})

test('a time of day may come without its zero or with seconds; any other gets the message how to write it', () => {
  expect(['06:00', '6:00', '06:00:00', '６：０５', '23:59'].map((text) => WireClock.safeParse(text).data)).toEqual([
    '06:00',
    '06:00',
    '06:00',
    '06:05',
    '23:59',
  ])
  for (const refused of ['24:00', '6時', '06:00:30', '6'])
    expect(WireClock.safeParse(refused).error?.issues.map(remedyOf)).toEqual(['06:00 の形で入力してください。'])
})

const impossible = [
  '2026-02-30',
  '2027-13',
  '2026-13-01',
  '2026-02-30T00:00:00Z',
  '2026-02-30T00:00:00+09:00',
  '2025-02-29',
  '2026-04-31T12:00:00+09:00',
]

test('a date that the calendar does not have is none, as a day, a month or an instant', () => {
  for (const schema of [Day, WireDay, Month, DayOrInstant])
    for (const text of impossible) expect(schema.safeParse(text).success, text).toBe(false)
  expect(WireDay.parse('2024-02-29T20:00:00Z')).toBe('2024-03-01')
})

test('no call takes one, whatever its dates are called', () => {
  const called = /^(?:from|to|month|requestDate|startTime|endTime|dateOfBirth|endsOn|consentAt)$/
  const fields = Object.values(endpoints)
    .flatMap((group): Endpoint[] => Object.values(group))
    .flatMap(({ path, query, body }) =>
      [query, body].flatMap((schema) =>
        schema instanceof z.ZodObject
          ? Object.entries(schema.shape).map(([name, field]) => ({ path, name, field: field as z.ZodType }))
          : [],
      ),
    )
    .filter(({ name }) => called.test(name))
  expect(fields.length).toBeGreaterThan(15)
  for (const { path, name, field } of fields)
    for (const text of impossible) expect(field.safeParse(text).success, `${path} ${name} ${text}`).toBe(false)
})
