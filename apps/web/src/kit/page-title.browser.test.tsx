import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PageTitle } from './page-title.tsx'
import { mount } from './test-mount.tsx'

test('a name without blanks breaks where the screen ends', async () => {
  await mount(() => (
    <div style={{ width: 343 }}>
      <PageTitle title={'A'.repeat(100)} />
    </div>
  ))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  expect(heading.element().scrollWidth).toBeLessThanOrEqual(343)
})
