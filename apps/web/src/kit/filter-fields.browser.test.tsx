import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SelectFilter } from './filter-fields.tsx'
import type { Choice } from './form/select-field.tsx'
import { mount } from './test-mount.tsx'

const site = '東雲三丁目 物流施設新築工事'
const nothing = () => undefined
const draw = (value: number, choices: readonly Choice<number>[] | undefined) =>
  mount(() => <SelectFilter label="拠点" value={value} choices={choices} onChange={nothing} />)

test('the name of a site is read whole', async () => {
  await draw(1, [{ value: 1, label: site }])
  const name = page.getByText(site)
  await expect.element(name).toBeVisible()
  expect(name.element().scrollWidth - name.element().clientWidth).toBeLessThanOrEqual(0)
})
