import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { LongInHeat } from './long-in-heat.tsx'
import { SiteClock } from './site-clock.tsx'
import { rowOf } from '../marks/test-rows.ts'

test('who has been in heat for long is named with the lines that were passed, and nobody where nobody has', async () => {
  const rows = [
    rowOf(1, { fullName: '大久保　義男', heatMinutesToday: 212, heatMinutesOnEnd: 48, heatMinutesLongest: 62 }),
    rowOf(2, { fullName: '西田　光', heatMinutesToday: 45, heatMinutesOnEnd: 0, heatMinutesLongest: 45 }),
    rowOf(3, { fullName: '髙橋　誠', heatMinutesToday: 241, heatMinutesOnEnd: 5, heatMinutesLongest: 40 }),
  ]
  await mount(() => (
    <main>
      <LongInHeat rows={rows} withBase={false} />
    </main>
  ))
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.poll(() => line('大久保').element().textContent).toContain('連続1時間を超過・1日3時間30分を超過きょう 3時間32分連続 48分')
  await expect.poll(() => line('西田').element().textContent).toContain('連続45分を超過きょう 45分暑さの外')
  await expect.poll(() => line('髙橋').element().textContent).toContain('1日4時間を超過きょう 4時間1分連続 5分')
})

test('nothing is there where nobody is in heat for long', async () => {
  await mount(() => (
    <main>
      <LongInHeat rows={[]} withBase />
    </main>
  ))
  expect(page.getByRole('heading').elements()).toEqual([])
})

test('the clock of a site says how much of the hour is left, and where', async () => {
  await mount(() => (
    <main>
      <SiteClock longest={{ minutes: 48, locationName: '東側 外部足場 2段目', people: 4 }} />
      <SiteClock longest={{ minutes: 75, locationName: null, people: 1 }} />
    </main>
  ))
  await expect.element(page.getByText('暑さの中に連続 48分')).toBeVisible()
  await expect.element(page.getByText('東側 外部足場 2段目の人が最長・45分以上 4人')).toBeVisible()
  await expect.element(page.getByText('あと12分')).toBeVisible()
  await expect.element(page.getByText('位置不明の場所の人が最長・45分以上 1人')).toBeVisible()
  await expect.element(page.getByText('1時間を超えています')).toBeVisible()
})
