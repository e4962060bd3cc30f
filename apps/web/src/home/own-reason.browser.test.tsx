import { onTestFinished, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { showLanguage } from '../platform/texts.ts'
import { OwnReason } from './own-reason.tsx'

const row: Parameters<typeof OwnReason>[0]['row'] = {
  alertLevel: 2,
  alarm: null,
  reason: '継続心拍122を8超過・16分、基準値28を3.5超過',
  lost: ['heartRate', 'signal'],
  heartJudged: true,
  strainedAt: '2026-07-20T14:05:30+09:00',
}

const show = async (language: 'ja' | 'ja-Hrkt' | 'vi' | 'my', over: Partial<typeof row> = {}) => {
  onTestFinished(() => showLanguage('ja'))
  await showLanguage(language)
  await mount(() => <OwnReason row={{ ...row, ...over }} />)
  const list = page.getByRole('list')
  await expect.element(list).toBeVisible()
  return (list.element().textContent ?? '').replaceAll('\u2060', '')
}

test('a worker reads in their language why their level is what it is, and what is missing', async () => {
  const vietnamese = await show('vi')
  expect(vietnamese).toContain('Nhịp tim cao hơn ngưỡng kéo dài 122 là 8, trong 16 phút')
  expect(vietnamese).toContain('Nhiệt vượt ngưỡng 28 là 3.5 °C')
  expect(vietnamese).toContain('Mất tín hiệu (Nhịp tim・kết nối)')
  expect(vietnamese).toContain('14:05')
  expect(vietnamese).not.toMatch(/\p{Script=Han}/u)
})

test('an alarm of their device, which the page names above, is no reason here', async () => {
  const shown = await show('vi', { alertLevel: 3, alarm: 'fall', reason: `機器が転倒を検知、${row.reason}` })
  expect(shown).toContain('Nhịp tim cao hơn ngưỡng kéo dài 122 là 8')
  expect(shown).not.toMatch(/\p{Script=Han}/u)
})

test('in Japanese it has the server’s words, and the readings for those who chose them', async () => {
  expect(await show('ja')).toContain('継続心拍122を8超過・16分')
  await show('ja-Hrkt')
  expect([...document.querySelectorAll('rt')].map(({ textContent }) => textContent)).toContain('けいぞく')
})
