import type { AlertTrial } from '@mimamori/contract/alert-trial'
import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { TrialForm } from './trial-form.tsx'
import { TrialResult } from './trial-result.tsx'

const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'
const trialOf = (over: Partial<AlertTrial> = {}): AlertTrial => ({
  officeId: 7,
  from: '2026-07-15',
  to: '2026-07-21',
  settings: [{ type: durations, key: 'MAXIMUM_HEART_RATE', before: '4', after: '6' }],
  people: 57,
  readings: 412_300,
  before: { level1: 0, level2: 0, level3: 62, emergency: 9 },
  after: { level1: 0, level2: 0, level3: 38, emergency: 9 },
  later: [{ userId: 3, userName: '三浦　大地', at: '2026-07-20T13:05:00+09:00', kind: 'condition', level: 3, minutes: 4 }],
  missed: [],
  unjudged: { people: 0, withOutcome: 0 },
  ...over,
})
const missed = (outcome: AlertTrial['missed'][number]['outcome']): AlertTrial['missed'] => [
  { userId: 4, userName: '大久保　進', at: '2026-07-19T14:10:00+09:00', kind: 'condition', level: 3, outcome },
]
const show = (trial: AlertTrial) => mount(() => <TrialResult trial={trial} />)
const expectText = (locator: Locator) => expect.poll(() => locator.element().textContent)
const adopt = () => page.getByRole('link', { name: 'この設定にする' })

test('both settings are side by side, and who is notified later is named with the minutes', async () => {
  await show(trialOf())
  await expectText(page.getByRole('row', { name: /危険/ })).toBe('3危険6238−39%')
  await expectText(page.getByRole('row', { name: /合計/ })).toBe('合計7147−34%')
  await expectText(page.getByRole('list', { name: '試した設定' })).toBe('最大心拍超過　4分 → 6分')
  await expectText(page.getByRole('region', { name: '遅れて知らされるもの' })).toContain('7/20 13:05三浦　大地4分 遅い')
  await expectText(page.getByRole('region', { name: '知らされなくなるもの' })).toContain('ありません。')
})

test('the way to the master settings carries the values', async () => {
  await show(trialOf())
  await expect.element(adopt()).toHaveAttribute('href', expect.stringContaining('MAXIMUM_HEART_RATE') as string)
  await expectText(page.getByText(/保存するまで変わりません/)).toContain('マスター設定')
})

test('it is there where somebody is missed who recovered, and the person is named', async () => {
  await show(trialOf({ missed: missed(null) }))
  await expectText(page.getByRole('region', { name: '知らされなくなるもの' })).toContain('7/19 14:10大久保　進')
  await expect.element(adopt()).toBeVisible()
})

test.each([
  ['somebody rested who would not have been notified of', { missed: missed('rested') }, /1件が、知らされなくなります/],
  ['somebody rested who cannot be judged again', { unjudged: { people: 1, withOutcome: 1 } }, /お勧めできません。/],
  ['nothing differs', { settings: [] }, /いまの設定と同じです/],
] as const)('it is missing where %s', async (_, over, words) => {
  await show(trialOf({ ...over, missed: 'missed' in over ? [...over.missed] : [], settings: 'settings' in over ? [] : trialOf().settings }))
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(adopt()).not.toBeInTheDocument()
})

const inForce = {
  [`${durations}.SUSTAINED_HEARTBEAT_LOSS`]: '5',
  [`${durations}.INSTANTANEOUS_HEARTBEAT_LOSS`]: '2',
  [`${durations}.MAXIMUM_HEART_RATE`]: '4',
  'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION.LEVEL_OF_MEASURING': '3',
  'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION.ACCUMULATED_TIME': '15',
  'GENERAL_ALERT_SETTING.EMAIL_SENDING_TARGET': '3',
  'EMAIL_ALERT_SETTING.BLOCK_SEND_ALERT_AFTER_PERIOD_TIME': '30',
  'GENERAL_ALERT_SETTING.HEAT_ALONE_MAX_LEVEL': '2',
}
const form = async (period = { from: '2026-07-15', to: '2026-07-21' }) => {
  const start = vi.fn()
  await mount(() => <TrialForm inForce={inForce} period={period} isBusy={false} onStart={start} />)
  return start
}
const button = () => page.getByRole('button', { name: '試算する' })

test('only what differs from the settings in force is tried, and a wrong value is named in its field', async () => {
  const start = await form()
  await expect.element(button()).toBeDisabled()
  await page.getByLabelText('最大心拍超過').fill('x')
  await expect.element(page.getByText('数値で入力してください。')).toBeVisible()
  await expect.element(button()).toBeDisabled()
  await page.getByLabelText('最大心拍超過').fill('6')
  await button().click()
  expect(start).toHaveBeenCalledWith([{ type: durations, key: 'MAXIMUM_HEART_RATE', value: '6' }])
})

test('a period of more than a week says that a trial takes seven days', async () => {
  await form({ from: '2026-07-01', to: '2026-07-21' })
  await page.getByLabelText('最大心拍超過').fill('6')
  await expect.element(page.getByText(/試算は7日までの期間でできます/)).toBeVisible()
  await expect.element(button()).toBeDisabled()
})
