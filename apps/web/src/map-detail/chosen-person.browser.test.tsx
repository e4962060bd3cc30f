import type { MapWorker } from '@mimamori/contract/map-worker'
import type { SiteMap } from '@mimamori/contract/site-map'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { ChosenPerson } from './chosen-person.tsx'
import { workerOf } from '@mimamori/contract/test-map'
import type { ChosenTrail } from './use-detail.ts'

const place = { latitude: 35.6, longitude: 139.7, positionAt: '2026-07-21T13:39:00+09:00', accuracy: 20 }
const points = [13, 14].map((hour) => ({ at: `2026-07-21T${hour}:02:00+09:00`, latitude: 35.6, longitude: 139.7 }))

const show = async (chosen: MapWorker | undefined, trail: { isShown?: boolean; data?: typeof points; type?: 1 | 2 } = {}) => {
  const onShow = vi.fn()
  const result = { isFetching: false, error: null, data: trail.data && { data: trail.data } } as ChosenTrail['result']
  const map = { type: trail.type ?? 2 } as SiteMap
  await mount(() => (
    <ChosenPerson detail={{ chosen, map, onPerson: vi.fn(), trail: { result, isShown: trail.isShown ?? false, onShow } }} />
  ))
  return onShow
}
const person = page.getByRole('region', { name: '選択中の作業者' })

test('the trail of somebody in danger can be opened, and before that the screen says that this is recorded', async () => {
  const onShow = await show(workerOf(1, { workerName: '佐々木　隆', alertLevel: 1, ...place }))
  await expect.poll(() => person.element().textContent).toMatch('見たことは記録に残ります')
  await person.getByRole('button', { name: '佐々木　隆の足取りを表示' }).click()
  expect(onShow).toHaveBeenCalledExactlyOnceWith(true)
})

test('a trail says from when to when it goes, and where there is none, that', async () => {
  await show(workerOf(1, { alertLevel: 1, ...place }), { isShown: true, data: points })
  await expect.poll(() => person.element().textContent).toMatch('足取り 13:02から14:02まで（2か所）')
})

test('a trail without a point says so', async () => {
  await show(workerOf(1, { alertLevel: 1, ...place }), { isShown: true, data: [] })
  await expect.poll(() => person.element().textContent).toMatch('この2時間の位置はありません')
})

test('the trail of somebody safe, or of somebody located by a gateway, cannot be opened', async () => {
  await show(workerOf(1, { ...place }))
  await expect.poll(() => person.element().textContent).toMatch(/心拍 90 bpm超過 \+0\.6 ℃.*・±20 m/)
  await expect.element(person.getByRole('button', { name: '選択を解除' })).toBeVisible()
  expect(person.getByRole('button', { name: /足取り/ }).query()).toBeNull()
})

test('on a drawing, where it could not be shown, no trail can be asked for', async () => {
  await show(workerOf(1, { alertLevel: 3, ...place }), { type: 1 })
  await expect.element(person.getByRole('button', { name: '選択を解除' })).toBeVisible()
  expect(person.getByRole('button', { name: /足取り/ }).query()).toBeNull()
})

test('a person who left the map is not silently dropped', async () => {
  await show(undefined)
  await expect.poll(() => person.element().textContent).toMatch('選んだ作業者は、いまこのマップにいません。')
})
