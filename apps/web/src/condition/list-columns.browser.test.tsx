import { healthSortKeys, type HealthRow } from '@mimamori/contract/health-condition'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DataTable } from '../kit/data-table.tsx'
import { mount } from '../kit/test-mount.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { listColumns } from './list-columns.tsx'
import styles from './list-screen.module.css'

const spec = { filters: z.object({}), sortKeys: healthSortKeys, pageSize: 100 }

const row: HealthRow = {
  userId: 1,
  fullName: 'ファム　ティ　トゥイ　リン',
  furigana: 'ファム　ティ　トゥイ　リン',
  age: 24,
  officeId: 1,
  baseName: '東雲三丁目 物流施設新築工事',
  groupId: 1,
  groupName: '型枠班',
  heartRate: 161,
  limits: { sustained: 151, instantaneous: 170, maximum: 190 },
  heartJudged: true,
  excess: 0.7,
  wbgtValue: 28.7,
  wbgtMeasurementPoint: 'A工区 3F 南側',
  wbgtSource: 'measured',
  bateryLevel: 4,
  waveLevel: 3,
  locationName: 'A工区 3F 南側通路',
  alertLevel: 2,
  personalLevel: 2,
  ownMean: null,
  ownPeak: null,
  ownShifts: null,
  strainedAt: null,
  heatMinutesToday: null,
  heatMinutesOnEnd: null,
  heatMinutesLongest: null,
  attention: null,
  reportedAt: null,
  resting: null,
  alertTime: '2026-07-20T13:00:00+09:00',
  levelSince: '2026-07-20T12:50:00+09:00',
  emergency: '0',
  alarm: null,
  emergencySince: null,
  status: '',
  lost: [],
  reason: '継続心拍151を10超過・11分',
  mapId: 1,
  hideData: '0',
  deviceType: '1',
  warnings: [],
}

type Choice = Pick<Parameters<typeof listColumns>[0], 'withBase' | 'withSignal' | 'compact'>

/** The list as it is shown beside the sidebar (220 px) and the page's margins on a screen of a width, and how wide that is. */
const show = (screen: number, choice: Choice, shown: HealthRow = row) => {
  const List = () => (
    <div className={styles['rows']} style={{ width: screen - 220 - 48 }}>
      <DataTable
        label="体調一覧"
        columns={listColumns({ shows: () => true, onEmergency: () => undefined, spent: new Set(), ...choice })}
        rowKey={({ userId }) => userId}
        rowHeight={38}
        list={useListParams(spec)}
        result={{ data: { data: [shown], count: 1 }, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }}
        empty={{ filtered: '', none: '' }}
      />
    </div>
  )
  return mount(List)
}

const headings = () => [...document.querySelectorAll<HTMLElement>('th.ant-table-column-has-sorters')]

test.each([
  ['on an office screen', 1_440, { withBase: false, withSignal: false, compact: true }],
  ['on a wide screen', 1_580, { withBase: false, withSignal: false, compact: false }],
  ['of several sites, on a large screen, for a service administrator', 1_860, { withBase: true, withSignal: true, compact: false }],
] as const)('every heading that sorts shows its arrows inside its own cell: %s', async (_, screen, choice) => {
  await show(screen, choice)
  await expect.poll(() => headings().length).toBeGreaterThan(8)
  for (const heading of headings()) {
    const arrows = heading.querySelector<HTMLElement>('.ant-table-column-sorter')
    const title = heading.querySelector('.ant-table-column-title')
    expect(getComputedStyle(arrows ?? heading).opacity, heading.textContent).toBe('1')
    const [cell, sign, words] = [heading, arrows, title].map((element) => element?.getBoundingClientRect() ?? new DOMRect())
    expect(sign?.width, heading.textContent).toBeGreaterThan(0)
    expect(sign?.right ?? 0, heading.textContent).toBeLessThanOrEqual((cell?.right ?? 0) + 0.5)
    expect(sign?.left ?? 0, heading.textContent).toBeGreaterThanOrEqual((cell?.left ?? 0) - 0.5)
    const apart = (sign?.left ?? 0) >= (words?.right ?? 0) - 0.5 || (sign?.right ?? 0) <= (words?.left ?? 0) + 0.5
    expect(apart, heading.textContent).toBe(true)
  }
  const table = document.querySelector('.ant-table-content')
  expect(table?.scrollWidth).toBe(table?.clientWidth)
})

test('an open report is in the row with its mark, word and time, without a change of the level', async () => {
  await show(1_440, { withBase: false, withSignal: false, compact: true }, { ...row, reportedAt: '2026-07-20T12:51:00+09:00' })
  await expect.element(page.getByText('申告 12:51')).toBeVisible()
  await expect.element(page.getByText('警戒')).toBeVisible()
  const table = document.querySelector('.ant-table-content')
  expect(table?.scrollWidth).toBe(table?.clientWidth)
})

test('a WBGT that was not measured says so beside the value', async () => {
  await show(1_440, { withBase: false, withSignal: false, compact: true }, { ...row, wbgtSource: 'estimated' })
  await expect.element(page.getByText('推定')).toBeVisible()
  const table = document.querySelector('.ant-table-content')
  expect(table?.scrollWidth).toBe(table?.clientWidth)
})

test('a device whose heart rates are doubted is named under the heart rate, without a change of the level', async () => {
  await show(1_440, { withBase: false, withSignal: false, compact: true }, { ...row, warnings: ['checkHeartRate'] })
  await expect.element(page.getByText('心拍の値を確かめてください')).toBeVisible()
})
