import type { SiteDay } from '@mimamori/contract/company-day'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { SiteDayLine } from './site-day-line.tsx'

const day: SiteDay = {
  officeId: 4,
  officeName: '有明北',
  date: '2026-07-20',
  people: 40,
  states: { worn: 25, notHeard: 2, notHanded: 12, notReturned: 1, returned: 0 },
  notHandedNames: ['大久保　義男', '西田　光', '髙橋　誠'],
  longInHeat: 5,
  notResting: 1,
  notRestingNames: ['市川　大樹'],
  notBriefed: 3,
  publicAlerts: [],
}
const calm: SiteDay = {
  ...day,
  states: { worn: 40, notHeard: 0, notHanded: 0, notReturned: 0, returned: 0 },
  longInHeat: 0,
  notResting: 0,
  notBriefed: 0,
  publicAlerts: [],
  notHandedNames: [],
  notRestingNames: [],
}

test.each([420, 320])('who does not rest comes first, and each number leads to its list, at %i px', async (width) => {
  await mount(() => <SiteDayLine day={day} />)
  await page.viewport(width, 600)
  const parts = page.getByRole('listitem')
  await expect
    .poll(() => parts.elements().map(({ textContent }) => textContent))
    .toEqual([
      '休んでいない 1人市川　大樹',
      '暑さの中に長く 5人',
      '手順を知らせていない 3人',
      '受信なし 2人',
      '昨日から返却なし 1人',
      '未貸出 12人大久保　義男・西田　光・髙橋　誠 ほか9人',
    ])
  await expect
    .element(page.getByRole('link', { name: '受信なし 2人' }))
    .toHaveAttribute('href', '/device-handout?officeId=4&state=notHeard')
  await expect
    .element(page.getByRole('link', { name: '未貸出 12人' }))
    .toHaveAttribute('href', '/device-handout?officeId=4&state=notHanded')
  await expect.element(page.getByRole('link', { name: '手順を知らせていない 3人' })).toHaveAttribute('href', '/duty?officeId=4')
  await expect.element(page.getByRole('link', { name: '暑さの中に長く 5人' })).toHaveAttribute('href', '/home?OfficeId=4')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a calm site says so, and one without people leads to its first steps', async () => {
  await mount(() => (
    <>
      <SiteDayLine day={calm} />
      <SiteDayLine day={{ ...calm, officeId: 5, people: 0 }} />
    </>
  ))
  await expect.element(page.getByText('貸出・暑さ・休憩に、確かめることはありません。')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'はじめにを開く' })).toHaveAttribute('href', '/first-steps?OfficeId=5')
})
