import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Notices } from '../kit/notices.tsx'
import { notify } from '../kit/notify.ts'
import { mount } from '../kit/test-mount.tsx'
import { EmergencySlot } from './emergency-slot.tsx'
import styles from './shell.module.css'

test.each([375, 1440])('notices lie over no button of an emergency or of the screen at %i px', async (width) => {
  await mount(() => (
    <div className={styles['shell']}>
      <EmergencySlot>
        <div style={{ height: 180, paddingTop: 90, textAlign: 'center' }}>
          <button type="button">確認する</button>
        </div>
      </EmergencySlot>
      <main style={{ gridArea: 'main', overflow: 'auto', display: 'grid', alignContent: 'space-between', justifyItems: 'center' }}>
        <button type="button">作業者を追加</button>
        <button type="button">保存する</button>
      </main>
      <Notices />
    </div>
  ))
  await page.viewport(width, 700)
  notify.failure('レポートのファイルを作れませんでした。\n出力するデータがありません。')
  await expect.element(page.getByText(/作れませんでした/)).toBeVisible()
  for (const name of ['確認する', '作業者を追加', '保存する']) {
    const button = page.getByRole('button', { name }).element()
    const { x, y, width: wide, height } = button.getBoundingClientRect()
    expect(document.elementFromPoint(x + wide / 2, y + height / 2)).toBe(button)
  }
  const notice = page
    .getByText(/作れませんでした/)
    .element()
    .getBoundingClientRect()
  expect(notice.top).toBeGreaterThanOrEqual(180)
})
