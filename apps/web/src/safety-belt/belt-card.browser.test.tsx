import type { BeltRow } from '@mimamori/contract/safety-belt'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { BeltCards } from './belt-card.tsx'

const belt: BeltRow = {
  deviceId: 1,
  serialNumber: 'B-1',
  userId: null,
  fullName: null,
  officeId: 1,
  baseName: '東雲',
  groupId: null,
  groupName: '足場班',
  situation: '1',
  state: 'hooked',
  status: '',
  bateryLevel: 4,
  slaveBateryLevel: 1,
  waveLevel: null,
  locationName: null,
  referenceAirPressure: 1_008.25,
  altitude: 3.2,
  accuracy: 25,
  settingAltitude: 200,
  alertTime: null,
  alertSince: null,
}
const show = (hidden: readonly string[]) =>
  mount(() => (
    <BeltCards rows={[belt]} label="安全帯" withBase={false} shows={(item) => !hidden.includes(item)} episodeOf={() => undefined} />
  ))
const card = page.getByRole('list', { name: '安全帯' })

test('a card says the batteries and the pressure', async () => {
  await show([])
  await expect.element(card.getByRole('img', { name: '電池 4／5', exact: true })).toBeVisible()
  await expect.element(card.getByRole('img', { name: '子機電池 1／5' })).toBeVisible()
  await expect.element(card.getByText(/1008\.3 hPa/)).toBeVisible()
})

test('a card leaves out what the settings hide', async () => {
  await show(['BATTERY', 'REFERENCE_AIR_PRESSURE'])
  await expect.element(card.getByRole('img', { name: '子機電池 1／5' })).toBeVisible()
  expect(card.element().textContent).not.toContain('hPa')
  expect(card.getByRole('img', { name: '電池 4／5', exact: true }).query()).toBeNull()
})
