import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { emptyRow, type RowDraft } from './map-rows.ts'
import { PlaceButtons } from './place-buttons.tsx'

const show = (values: Partial<RowDraft>) =>
  mount(() => <PlaceButtons row={{ ...emptyRow('a'), ...values }} place="1行目" isFaulty={false} onPlace={() => undefined} />)

const devices = page.getByRole('link', { name: '1行目に機器を置く' })

test.each([
  ['a drawing', 1],
  ['a GPS map, on which barometers stand', 2],
  ['a drawing over the world', 3],
])('devices can be placed on %s', async (_, type) => {
  await show({ id: 7, type, savedType: type })
  await expect.element(devices).toHaveAttribute('href', '/map/7/device')
})

test('a map whose type is not saved yet says what comes first', async () => {
  await show({ id: 7, type: 2, savedType: 1 })
  await expect.element(page.getByRole('button', { name: '1行目に機器を置く' })).toBeDisabled()
})
