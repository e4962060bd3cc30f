import type { LogbookLine, LogbookUnit } from '@mimamori/contract/logbook'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { LogbookLines } from './logbook-lines.tsx'
import { gapOf, lineOf } from './test-lines.ts'

const list = {
  page: 1,
  pageSize: 100,
  sortKey: undefined,
  sortOrder: undefined,
  filtered: false,
  setPage: () => undefined,
  setSort: () => undefined,
  clearFilters: () => undefined,
}

const show = (unit: LogbookUnit, ...data: readonly LogbookLine[]) =>
  mount(() => (
    <LogbookLines
      unit={unit}
      list={list}
      result={{ data: { data, count: data.length }, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }}
    />
  ))
const expectText = (locator: Locator) => expect.poll(() => locator.element().textContent)
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

test('each line says where it comes from, and what is missing is no zero', async () => {
  await show(
    'value',
    lineOf('13:00'),
    lineOf('13:05', { source: 'estimated' }),
    lineOf('13:10', { device: null, place: '環境省 44132', source: 'publicEstimated' }),
    lineOf('13:20', { until: '2026-07-21T13:30:00+09:00', source: 'summary' }),
    gapOf('13:30', '14:10'),
  )
  await expectText(row('07/21 13:00')).toContain('東側 外部足場HW-01実測27.431.26238.5')
  await expectText(row('07/21 13:05')).toContain('東側 外部足場HW-01推定27.4')
  await expectText(row('07/21 13:10')).toContain('環境省 44132環境省（推定値）')
  await expectText(row('13:20〜13:30')).toContain('10分ごとの集計')
  await expectText(row('13:30〜14:10')).toContain('欠測――――')
})

test('values from 28 and from 31 are marked in words', async () => {
  await show('value', lineOf('13:00', { wbgt: 27.9 }), lineOf('13:10', { wbgt: 28 }), lineOf('13:20', { wbgt: 31.4 }))
  await expectText(row('13:00')).not.toContain('以上')
  await expectText(row('13:10')).toContain('28以上28.0')
  await expectText(row('13:20')).toContain('31以上31.4')
})

test('a stretch says its mean and of how many values it is', async () => {
  await show(
    'hour',
    lineOf('13:00', { until: '2026-07-21T14:00:00+09:00', wbgt: 30.2, wbgtMean: 29.1, count: 6, humidity: null, globe: null }),
  )
  await expect.element(page.getByRole('columnheader', { name: /WBGT（平均）/ })).toBeVisible()
  await expectText(row('13:00〜14:00')).toContain('28以上30.229.1631.2')
  expect(page.getByRole('columnheader', { name: /湿度/ }).query()).toBeNull()
})

test('what is to be looked at is said beside the value', async () => {
  await show('value', lineOf('13:00', { wbgt: 92, remark: '測れる範囲にない値です' }))
  await expectText(row('13:00')).toContain('測れる範囲にない値です')
})

test('a phone has the same in cards', async () => {
  await show('value', lineOf('13:00', { wbgt: 31.4 }), gapOf('13:10', '13:40'))
  await page.viewport(375, 800)
  const cards = page.getByRole('list', { name: '暑さ指数記録簿' }).getByRole('listitem')
  await expectText(cards.nth(0)).toContain('07/21 13:00WBGT 31以上31.4東側 外部足場 HW-01実測気温 31.2℃湿度 62%黒球温度 38.5℃')
  await expectText(cards.nth(1)).toContain('13:10〜13:40WBGT ―東側 外部足場 HW-01欠測')
})
