import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { LampDialog } from './lamp-dialog.tsx'

test('the call and the topic are those of the key, and no secret is in them', async () => {
  let isClosed = false
  await mount(() => <LampDialog row={{ id: 'a1b2', name: '東ゲート' }} onClose={() => (isClosed = true)} />)
  await expect.element(page.getByRole('dialog', { name: '受信キー「東ゲート」で警告灯につなぐ' })).toBeVisible()
  await expect.element(page.getByLabelText('MQTTのトピック', { exact: true })).toHaveValue('mimamori/v1/a1b2/signal')
  await expect
    .element(page.getByLabelText('HTTPの例', { exact: true }))
    .toHaveValue(`curl '${location.origin}/api/ingest/signal' \\\n  -H 'Authorization: Bearer a1b2.（秘密）'`)
  await page.getByRole('button', { name: '閉じる', exact: true }).click()
  expect(isClosed).toBe(true)
})
