import type { Acclimatisation } from '@mimamori/contract/acclimatisation'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { limitedOf } from '../marks/test-limited.ts'
import { showLanguage } from '../platform/texts.ts'
import { OwnLadder } from './own-ladder.tsx'

const show = async (language: 'ja-Hrkt' | 'vi' | 'my', over: Partial<Acclimatisation> = {}) => {
  onTestFinished(() => showLanguage('ja'))
  await showLanguage(language)
  await mount(() => (
    <>
      <OwnLadder plan={{ ...limitedOf(7), ...over }} />
      <footer>-</footer>
    </>
  ))
  await expect.element(page.getByRole('contentinfo')).toBeVisible()
}
const shown = () => (document.querySelector('section')?.textContent ?? '').replaceAll('\u2060', '')

test('a worker reads in their language on which day they are, and how long they may be in the heat', async () => {
  await show('vi')
  expect(shown()).toContain('ngày thứ 2')
  expect(shown()).toContain('40%')
  expect(shown()).toContain('3 giờ 10 phút')
  expect(shown()).toContain('2 giờ 28 phút')
  expect(shown()).not.toMatch(/\p{Script=Han}/u)
})

test('in Japanese it has the readings for those who chose them', async () => {
  await show('ja-Hrkt')
  expect([...document.querySelectorAll('rt')].map(({ textContent }) => textContent)).toContain('しんじん')
})

const override = {
  kind: 'doctor',
  share: 30,
  until: '2026-07-31',
  reason: '産業医の意見',
  setBy: '山岸　恵子',
  setAt: '2026-07-20T09:00:00+09:00',
} as const

test('what a doctor decided holds with its reason and last day, also without a ladder', async () => {
  await show('vi', { kind: null, day: null, shares: [], share: 30, allowedMinutes: 140, override })
  expect(shown()).toContain('Theo quyết định của bác sĩ.')
  expect(shown()).toContain('30%')
  expect(shown()).toContain('31')
  await expect.element(page.getByText('産業医の意見')).toHaveAttribute('lang', 'ja')
})

test('a decision that the plan does not hold says that there is no limit', async () => {
  await show('my', { share: null, allowedMinutes: null, override: { ...override, share: null } })
  expect(shown()).toContain('ကန့်သတ်ချက် မရှိပါ')
  expect(shown()).not.toContain('%')
})

test.each<[string, Partial<Acclimatisation>]>([
  ['of a ladder that would begin only if it became hot', { day: 1, hasBegun: false, spentMinutes: null }],
  ['to somebody used to the heat', { kind: null, day: null, shares: [], share: null, allowedMinutes: null }],
])('nothing is said %s', async (_what, plan) => {
  await show('vi', plan)
  expect(shown()).toBe('')
})
