import { type FirstStep, firstStepKeys, type FirstStepKey } from '@mimamori/contract/first-steps'
import { expect, test } from 'vitest'
import { isStarted, shownSteps } from './step-words.ts'

const stepsWith = (done: readonly FirstStepKey[], more: Partial<Record<FirstStepKey, Partial<FirstStep>>> = {}): FirstStep[] =>
  firstStepKeys.map((key) => ({ key, done: done.includes(key), count: done.includes(key) ? 1 : 0, names: [], at: null, ...more[key] }))
const states = (steps: readonly FirstStep[]) => shownSteps(steps, 0).map(({ state }) => state)
const wordsOf = (steps: readonly FirstStep[], arrived: number, key: FirstStepKey) =>
  shownSteps(steps, arrived).find(({ step }) => step.key === key)?.words

test('the first step that is not done is the next, and only that one', () => {
  expect(states(stepsWith([]))).toEqual(['next', 'later', 'later', 'later', 'later', 'later'])
  expect(states(stepsWith(['company', 'office', 'workers']))).toEqual(['done', 'done', 'next', 'later', 'done', 'later'])
  expect(states(stepsWith(firstStepKeys))).toEqual(['done', 'done', 'done', 'done', 'done', 'done'])
})

test('what is done is named, and counted beyond the names', () => {
  const steps = stepsWith(['company', 'office', 'key', 'devices'], {
    key: { names: ['南ゲート', '北ゲート', '事務所'], count: 5 },
    devices: { count: 12 },
  })
  expect(wordsOf(steps, 0, 'key')).toBe('南ゲート・北ゲート・事務所 ほか2件')
  expect(wordsOf(steps, 0, 'devices')).toBe('体調デバイス 12台')
})

test('the next step says what there is to begin from: devices that send, workers without a tag', () => {
  const beforeDevices = stepsWith(['company', 'office', 'key'])
  expect(wordsOf(beforeDevices, 3, 'devices')).toBe('受信キーから3台が送ってきています。登録すると、測定値を受け取り始めます。')
  expect(wordsOf(beforeDevices, 0, 'devices')).toContain('届いた機器がここに並び')
  const withoutTags = stepsWith(['company', 'office', 'key', 'devices'], { workers: { count: 8 } })
  expect(wordsOf(withoutTags, 0, 'workers')).toBe('作業者が8人います。体調デバイスを渡すと、その人の体調が届き始めます。')
})

test('a site whose first reading has come is started, also after its key is gone', () => {
  expect(isStarted(stepsWith(['company', 'office', 'devices', 'workers', 'reading']))).toBe(true)
  expect(isStarted(stepsWith(['company', 'office', 'key', 'devices', 'workers']))).toBe(false)
})
