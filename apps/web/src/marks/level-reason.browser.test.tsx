import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { LevelReason } from './level-reason.tsx'

type Row = Parameters<typeof LevelReason>[0]['row']

const base: Row = { alertLevel: 2, reason: '基準値28を1.2超過', lost: [], heartJudged: true }

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
