import { expect, test } from 'vitest'
import { z } from 'zod'
import { TerminalForm, terminalDefaults } from './device-setting.ts'
import { issuesWithin, remedyOf } from './issue-text.ts'
import { listQuery, Toggle, wireInteger } from './wire.ts'

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

test('a fraction is told to be whole, whether the field may be left empty or not', () => {
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

test('what is wrong in an item is told of the item, whether it came alone or in a list', () => {
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
