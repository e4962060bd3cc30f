import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { LevelReason } from './level-reason.tsx'

type Row = Parameters<typeof LevelReason>[0]['row']

const base: Row = { alertLevel: 2, reason: '基準値28を1.2超過', lost: [], heartJudged: true, strainedAt: null }

const show = (row: Row) =>
  mount(() => (
    <main>
      <LevelReason row={row} />
    </main>
  ))

test('somebody whose heart is not judged is named so beside the reason, and also at level 0 and without one', async () => {
  await show({ ...base, heartJudged: false })
  await expect.element(page.getByText('心拍で判断しない')).toBeVisible()
  await expect.element(page.getByText('基準値28を1.2超過')).toBeVisible()
  for (const alertLevel of [0, null]) {
    await show({ ...base, alertLevel, reason: null, heartJudged: false })
    await expect.element(page.getByText('心拍で判断しない').last()).toBeVisible()
  }
})

test('nobody else is', async () => {
  await show(base)
  await expect.element(page.getByText('基準値28を1.2超過')).toBeVisible()
  expect(page.getByText('心拍で判断しない').elements()).toEqual([])
})

test('who has passed the strain limit in this shift is named so, at any level', async () => {
  for (const alertLevel of [2, 0, null]) {
    await show({ ...base, alertLevel, reason: alertLevel === 2 ? base.reason : null, strainedAt: '2026-07-20T14:05:30+09:00' })
    await expect.element(page.getByText('働きすぎの目安を超過 14:05').last()).toBeVisible()
  }
})
