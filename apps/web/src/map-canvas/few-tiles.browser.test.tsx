import { mapTiles } from '@mimamori/contract/map-tiles'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { MapCanvas } from './map-canvas.tsx'
import type { MapGeometry } from './map-geometry.ts'

// Nearer than the finest tiles: two of them at most fill the frame.
const near: MapGeometry = { type: 2, picture: null, corners: null, centre: [139.767125, 35.681236], zoom: 22, rotation: 0 }

test('a view of only one or two tiles also shows the message when none come', async () => {
  queryClient.setQueryData(queryOf(mapTiles.get, {}).queryKey, {
    url: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
    attribution: { text: '国土地理院', url: null },
  })
  await mount(() => <MapCanvas geometry={near} label="現場" height={500} />)
  await expect.element(page.getByText(/地図タイルを読み込めません。/)).toBeVisible()
  await expect.element(page.getByText('日本の輪郭（Natural Earth）')).toBeVisible()
})
