import type { MapWorker } from '@mimamori/contract/map-worker'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { workerOf } from '@mimamori/contract/test-map'
import { WorkerTable } from './worker-table.tsx'

const show = async (workers: readonly MapWorker[], first?: number) => {
  const Table = () => {
    const [chosen, choose] = useState(first)
    return (
      <div style={{ height: 300, overflow: 'auto', position: 'relative' }} data-testid="frame">
        <WorkerTable workers={workers} chosen={chosen} onChoose={choose} />
      </div>
    )
  }
  await mount(() => <Table />)
}
const rows = page.getByRole('row')
const rowOf = (name: string) => rows.filter({ hasText: name })

test('a row says level, name, heart rate and excess; what is lost is said and not a zero', async () => {
  await show([
    workerOf(1, { workerName: '佐々木　隆', emergency: '1', alertLevel: 3, heartRate: 166, excess: 3.2 }),
    workerOf(2, { workerName: '﨑山　直樹', alertLevel: 2, status: '0', heartRate: null }),
    workerOf(3, { workerName: '石黒　拓', status: '1', heartRate: null, excess: -1.4 }),
  ])
  await expect.poll(() => rowOf('佐々木').element().textContent).toMatch(/緊急.*166.*\+3\.2/)
  await expect.poll(() => rowOf('﨑山').element().textContent).toMatch(/警戒（途絶前の値）.*値なし/)
  await expect.element(rowOf('﨑山').getByRole('img', { name: 'データ途絶' })).toBeVisible()
  await expect.poll(() => rowOf('石黒').element().textContent).toMatch(/心拍取得不可.*−1\.4/)
  await expect.element(rowOf('佐々木').getByRole('link')).toHaveAttribute('href', '/physical-condition/detail?UserId=1')
})

test('the row of somebody who reported says so, with the time', async () => {
  await show([workerOf(1, { workerName: '佐々木　隆', reportedAt: '2026-07-21T13:40:00+09:00' }), workerOf(2)])
  await expect.element(rowOf('佐々木').getByText('申告 13:40')).toBeVisible()
  expect(page.getByText(/申告/).elements()).toHaveLength(1)
})

test('pressing a row or its button chooses the person, pressing again clears the choice', async () => {
  await show([workerOf(1, { workerName: '佐々木　隆' }), workerOf(2)])
  const button = page.getByRole('button', { name: '佐々木　隆を地図で示す' })
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await rowOf('佐々木').getByText('90').click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
})

test('of many the worst hundred are drawn, more on request, and a chosen person is scrolled into sight', async () => {
  const crowd = Array.from({ length: 250 }, (_, n) => workerOf(n + 1, { workerName: `作業　${n + 1}` }))
  await show(crowd, 130)
  await expect.element(page.getByRole('link', { name: '作業 130', exact: true })).toBeInViewport()
  expect(rows.elements()).toHaveLength(1 + 130)
  await page.getByRole('button', { name: '次の100人を表示（残り120人）' }).click()
  expect(rows.elements()).toHaveLength(1 + 230)
  await page.getByRole('button', { name: '次の20人を表示（残り20人）' }).click()
  expect(rows.elements()).toHaveLength(1 + 250)
})
