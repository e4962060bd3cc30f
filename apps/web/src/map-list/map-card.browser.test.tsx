import type { ListedMap } from '@mimamori/contract/site-map'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { MapCards } from './map-card.tsx'
import { mapOf, markOf } from './test-maps.ts'

const cards = page.getByRole('list', { name: 'マップ', exact: true })
const show = async (...maps: readonly ListedMap[]) => {
  const client = new QueryClient()
  await mount(() => (
    <QueryClientProvider client={client}>
      <MapCards maps={maps} label="マップ" groupId={3} heading="h2" />
    </QueryClientProvider>
  ))
  await expect.element(cards).toBeVisible()
}
const text = () => cards.element().textContent

test('a map leads to itself, with the group that is chosen', async () => {
  await show(mapOf(7, { floor: null }))
  const link = page.getByRole('link', { name: 'A工区', exact: true })
  await expect.element(link).toHaveAttribute('href', '/map/detail/7?groupId=3')
})

test('a silent main gateway, a missing one, and silent sub-gateways are distinguished', async () => {
  const subs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ serialNumber: `GW-${index}`, waveLevel: index === 0 ? null : 2 }))
  await show(
    mapOf(1, { isMainGatewayAlive: false, listSubGateways: subs(6) }),
    mapOf(2, { isMainGatewayAlive: null, listSubGateways: [] }),
    mapOf(3, { type: 2, listSubGateways: [] }),
  )
  await expect.element(page.getByText('親機 途絶')).toBeVisible()
  await expect.element(page.getByText('親機なし')).toBeVisible()
  expect(text()).toMatch(/GW-0不明.*ほか2台/)
  expect(text()).not.toContain('親機 受信中')
  await expect.element(page.getByRole('img', { name: /2／4$/ }).first()).toBeVisible()
})

test('the worst of a map heads it, and only what counts has colour', async () => {
  await show(mapOf(1, { countAlertLevel2: 3, listMarks: [markOf(1), markOf(2), markOf(3, { x: 10, y: 10 })] }), mapOf(2))
  const [worst, calm] = cards.element().children
  expect(worst?.getAttribute('data-worst')).toBe('2')
  expect(calm?.hasAttribute('data-worst')).toBe(false)
  expect([...(worst?.querySelectorAll('[data-none="false"]') ?? [])].map(({ textContent }) => textContent)).toEqual(['23人', '4人'])
})

test('a small picture says of a group how many are in an emergency, and how many people it has', async () => {
  await show(mapOf(7, { listMarks: [markOf(1, { emergency: '1' }), markOf(2), markOf(3, { x: 10, y: 80 }), markOf(4, { x: 10, y: 80 })] }))
  expect(text()).toContain('1 計2人')
  expect(text()).toMatch(/(^|\D)2人/)
})

test('a map of the world without drawings on it shows the range of those who need somebody', async () => {
  const range = () => cards.element().querySelectorAll('svg[viewBox="0 0 100 100"] polygon:not([points=""])')
  await show(mapOf(7, { type: 2, latitude: 35, longitude: 139, listMarks: [markOf(1), markOf(2, { x: 80 })] }))
  expect(range()).toHaveLength(1)
})
