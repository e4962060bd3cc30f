import { Button } from 'antd'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FilterBar, FixedFilter } from './filter-bar.tsx'
import { mount } from './test-mount.tsx'

test('a single fixed filter is level with the button beside it', async () => {
  await mount(() => (
    <FilterBar actions={<Button>検索</Button>}>
      <FixedFilter label="拠点" value="東雲三丁目 物流施設新築工事" />
    </FilterBar>
  ))
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return (top + bottom) / 2
  }
  await expect.element(page.getByRole('button', { name: '検索' })).toBeVisible()
  const fixed = middleOf(page.getByText('東雲三丁目 物流施設新築工事').element())
  expect(Math.abs(fixed - middleOf(page.getByRole('button', { name: '検索' }).element()))).toBeLessThanOrEqual(1)
})
