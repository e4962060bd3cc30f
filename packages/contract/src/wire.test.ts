import { expect, test } from 'vitest'
import { TerminalForm, terminalDefaults } from './device-setting.ts'
import { remedyOf } from './issue-text.ts'
import { wireInteger } from './wire.ts'

test('a number may come as text, in full width too, and never in another notation', () => {
  for (const [given, read] of [[5, 5], [' 7 ', 7], ['１０', 10], ['－５', -5]] as const) expect(wireInteger(-10).parse(given)).toBe(read)
  for (const refused of ['', '1e3', '0x1', '1,000', null]) expect(wireInteger(-10).safeParse(refused).success).toBe(false)
})

test('a fraction is told to be whole, whether the field may be left empty or not', () => {
  const remedies = (values: Record<string, unknown>) =>
    TerminalForm.safeParse({ ...terminalDefaults, ...values }, { reportInput: true }).error?.issues.map(remedyOf)
  expect(remedies({ settingAltitude: '1.5', onWaitingTime: '0.5', offsetSettings: 'x' })).toEqual([
    '整数で入力してください。', '整数で入力してください。', '数値で入力してください。',
  ])
})
