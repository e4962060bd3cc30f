import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { rowOf } from '../marks/test-rows.ts'
import { showLanguage } from '../platform/texts.ts'
import { OwnFigures } from './own-figures.tsx'
import type { Own } from './use-own.ts'

const limits = { sustained: 122, instantaneous: 140, maximum: 162 }

const ownOf = (row: Partial<Own['now']>) =>
  ({
    limits,
    referenceWbgt: 28,
    now: rowOf(1, { heartRate: 166, limits, reason: '心拍 166', ownMean: 110, ownPeak: 130, ownShifts: 5, alertLevel: 3, ...row }),
  }) as Own

const figures = async (row: Partial<Own['now']> = {}) => {
  await mount(() => <OwnFigures own={ownOf(row)} />)
  document.querySelector('details')?.setAttribute('open', '')
  return page.getByRole('group')
}

afterEach(async () => {
  await showLanguage('ja')
})

const japanese = /[ぁ-んァ-ヶ一-龠]/

test.each([{ strainedAt: '2026-07-21T14:10:00+09:00' }, { heartJudged: false }, { heartRate: 100 }])(
  'nothing of the figures is Japanese for somebody who reads Vietnamese',
  async (row) => {
    await showLanguage('vi')
    const shown = await figures(row)
    await expect.element(shown).toHaveTextContent('từ 5 ca làm')
    expect(shown.element().innerHTML).not.toMatch(japanese)
  },
)

test('the heart rate is compared with the limit that was passed, and the bar says the same', async () => {
  await showLanguage('en')
  await figures()
  await expect.element(page.getByText('Maximum limit 162: 4 above')).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Heart rate 166, Maximum limit 162: 4 above' })).toBeVisible()
})

test('in Japanese the reason of the level is shown as before', async () => {
  const shown = await figures()
  await expect.element(shown).toHaveTextContent('心拍 166')
  await expect.element(shown).toHaveTextContent('最大心拍 162 を 4 超過')
})
