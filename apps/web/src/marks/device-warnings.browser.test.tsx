import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { DeviceWarnings } from './device-warnings.tsx'

test('each warning of a device says what is to be done about it; none is nothing', async () => {
  await mount(() => (
    <main>
      <DeviceWarnings warnings={[]} />
      <DeviceWarnings warnings={['longInterval', 'checkHeartRate']} />
    </main>
  ))
  await expect.element(page.getByRole('list')).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(2)
  expect(page.getByRole('listitem').first().element().textContent).toMatch(/^間隔が長い.+短くすると/u)
})
