import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RotaToday } from '@mimamori/contract/duty-rota'
import { mount } from '../kit/test-mount.tsx'
import { OnDuty } from './on-duty.tsx'

const rotaOf = (values: Partial<RotaToday> = {}): RotaToday => ({
  onDuty: {
    shift: 'day',
    from: '2026-07-21T06:00:00+09:00',
    to: '2026-07-21T20:00:00+09:00',
    people: [
      { place: 1, name: '岩本　鉄男' },
      { place: 2, name: null },
    ],
  },
  nextGap: null,
  gapCount: 0,
  unplannedWeek: null,
  ...values,
})
const shown = async (rota: RotaToday | null) => {
  await mount(() => (
    <main>
      <OnDuty rota={rota} officeId={1} />
    </main>
  ))
  return document.querySelector('main')?.textContent
}

test('who is on duty is named by place, with what is empty within a week', async () => {
  const gap = { date: '2026-07-25', shift: 'night' as const, place: 2 }
  await expect
    .poll(async () => shown(rotaOf({ nextGap: gap, gapCount: 3, unplannedWeek: '2026-07-27' })))
    .toBe(
      'いまの担当（昼）1番目 岩本　鉄男、2番目 空き7/25（土）夜の2番目が空いています（ほか2件）。7月27日からの週は、まだ決めていません。担当表を見る',
    )
  await expect.element(page.getByRole('region', { name: '担当' })).toBeVisible()
})

test('a week that is not planned says who is called instead', async () => {
  await expect
    .poll(async () => shown(rotaOf({ onDuty: null, unplannedWeek: '2026-07-20' })))
    .toBe('いまの担当今週は決めていません。職長、拠点管理者の順に知らせます。担当表を見る')
})

test('nothing is said where the rota is no step of the escalation', async () => {
  await expect.poll(async () => shown(null)).toBe('')
})
