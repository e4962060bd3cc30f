import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { UnsentList } from './unsent-notice.tsx'

const action = (id: number, title: string, refusal: string | null = null) => ({
  id,
  key: `key-${id}`,
  account: '1',
  path: '/api/Wear',
  input: { body: {} },
  at: '2026-07-21T07:24:00+09:00',
  title,
  refusal,
})
const text = () => page.getByRole('status').element().textContent

test('what waits is counted, what was refused says why and what to do', async () => {
  const refusal = '「1045」は、7/21 07:30 に江口　陸さんに渡されています。'
  await mount(() => (
    <UnsentList waiting={[action(1, '「1046」の返却')]} refused={[action(2, '「1045」を大久保　義男さんに渡した', refusal)]} />
  ))
  await expect.poll(text).toContain('未送信 1件')
  await expect.poll(text).toContain('記録できなかった操作が1件あります。いまの状態を確かめて、必要ならもう一度行ってください。')
  await expect.poll(text).toContain(`「1045」を大久保　義男さんに渡した（07:24）${refusal}`)
  await expect.element(page.getByRole('button', { name: '確認した' })).toBeVisible()
})
