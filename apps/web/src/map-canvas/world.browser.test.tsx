import { mapTiles } from '@mimamori/contract/map-tiles'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { MapCanvas } from './map-canvas.tsx'
import type { MapGeometry } from './map-geometry.ts'
import { markOn, worker } from './test-map.tsx'
import { WorkerLayer } from './worker-layer.tsx'

const tokyo: MapGeometry = { type: 2, picture: null, corners: null, centre: [139.767125, 35.681236], zoom: 12, rotation: 0 }

const serveTiles = (url: string | null) =>
  queryClient.setQueryData(queryOf(mapTiles.get, {}).queryKey, {
    url,
    attribution: { text: '国土地理院', url: 'https://tiles.example/about' },
  })

const show = () =>
  mount(() => (
    <MapCanvas geometry={tokyo} label="現場" height={500} bare={<p>範囲</p>}>
      <WorkerLayer
        workers={[worker(1, 0, 0, { spot: { kind: 'degrees', longitude: 139.767125, latitude: 35.681236 } })]}
        labels
        selected={null}
        onPick={() => undefined}
      />
    </MapCanvas>
  ))

const absence = page.getByText(/地図タイルを読み込めません。/)

test('missing tiles cause one message, and the outline replaces them', async () => {
  serveTiles('http://127.0.0.1:9/{z}/{x}/{y}.png')
  await show()
  await expect.element(absence).toBeVisible()
  await expect.element(page.getByText('範囲')).toBeVisible()
  await expect.element(page.getByText('日本の輪郭（Natural Earth）')).toBeVisible()
  expect(markOn('worker/1')).not.toBeNull()
  await page.getByRole('button', { name: 'この知らせを閉じる' }).click()
  await expect.element(absence).not.toBeInTheDocument()
})

test('a second map without tiles does not say so again', async () => {
  serveTiles('http://127.0.0.1:9/{z}/{x}/{y}.png')
  await show()
  await expect.element(page.getByText('日本の輪郭（Natural Earth）')).toBeVisible()
  await expect.element(absence).not.toBeInTheDocument()
})

test('tiles that come name whose they are', async () => {
  const tile = document.createElement('canvas').toDataURL()
  serveTiles(`${tile}#{z}{x}{y}`)
  await show()
  await expect.element(page.getByRole('link', { name: '国土地理院' })).toHaveAttribute('href', 'https://tiles.example/about')
  await expect.element(page.getByText('範囲')).not.toBeInTheDocument()
})

test('without any tiles configured nothing is missing', async () => {
  serveTiles(null)
  await show()
  await expect.element(page.getByText('日本の輪郭（Natural Earth）')).toBeVisible()
  await expect.poll(() => markOn('worker/1')).not.toBeNull()
  await expect.element(absence).not.toBeInTheDocument()
})
