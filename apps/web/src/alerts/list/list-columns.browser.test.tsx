import { alertKinds, type AlertEpisode } from '@mimamori/contract/alert'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { DataTable } from '../../kit/data-table.tsx'
import { mount } from '../../kit/test-mount.tsx'
import { useListParams } from '../../kit/use-list-params.ts'
import { listColumns } from './list-columns.tsx'

const heat = '26.0℃の基準値を 3.6℃ 超過・7名（大塚　進、木村　直人、久保田　拓也、千葉　翔、中村　剛 ほか2名）'
const rows = [
  episodeOf(1, { locationName: '東側 外部足場 4段目' }),
  episodeOf(2, { kind: alertKinds[2], userId: null, fullName: null, emergency: '0', reason: heat, plainReason: heat }),
]
const longest = [
  episodeOf(3, {
    pressed: { at: '2026-07-21T13:36:00+09:00', roles: ['AdminUnitContract', 'HeadquartersAdmin'], onDuty: false, channels: [] },
    lost: ['signal'],
  }),
  episodeOf(4, {
    handling: 'closed',
    handledBy: '早乙女　慎太郎左衛門',
    handledAt: '2026-07-21T16:31:00+09:00',
    endedAt: '2026-07-22T02:31:00+09:00',
    ending: 'recovered',
    late: '1',
    wbgtMeasurementPoint: 'A工区 B1F ピット',
    note: '作業を交代して休憩所へ。心拍が下がったことを確認。',
    outcome: 'rested',
  }),
]
const eased = { kind: 'condition', emergency: '0', alertLevel: 0, peakLevel: 3 } as const
const choice = {
  shows: () => true,
  withBase: true,
  withCompany: true,
  compact: true,
  tight: false,
  wayOf: () => 'alone' as const,
  isTicked: () => true,
  onTick: () => undefined,
}
const spec = { filters: z.object({}), sortKeys: ['startedAt'] as const, pageSize: 20 }

// An office's screen has 1440 px: 220 are the menu's, 50 the margins', and 15 a scroll bar's.
const room = 1155

const shown = (alerts: readonly AlertEpisode[]) =>
  mount(() => (
    <div style={{ width: room }}>
      <DataTable<AlertEpisode, never>
        label="アラート"
        columns={listColumns(choice) as never}
        rowKey={({ id }) => id}
        list={useListParams(spec) as never}
        result={{ data: { data: alerts, count: 2 }, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }}
        empty={{ filtered: '', none: '' }}
        rowHeight={51}
      />
    </div>
  ))

test('an alert that a sentence names leaves what can be done with the others in sight', async () => {
  await shown(rows)
  const button = page.getByRole('button', { name: '佐々木　隆　確認する' })
  await expect.element(button).toBeVisible()
  expect(button.element().getBoundingClientRect().right).toBeLessThan(room)
})

test('an alert about which all there is to say is said leaves the last column in sight', async () => {
  await shown([...longest, episodeOf(5, eased)])
  const record = page.getByRole('columnheader', { name: '結果' })
  await expect.element(record).toBeVisible()
  expect(record.element().getBoundingClientRect().right).toBeLessThanOrEqual(room)
})

test('an alert that has eased says beside its level now how grave it was', async () => {
  await shown([episodeOf(5, eased), episodeOf(6, { ...eased, alertLevel: 3 })])
  await expect.element(page.getByText('安全', { exact: true })).toBeVisible()
  expect(page.getByText('最も重いとき 危険').elements()).toHaveLength(1)
})

test('what happened is said once of an alert that is about nobody', async () => {
  await shown(rows)
  await expect.element(page.getByText(heat)).toBeVisible()
  expect(page.getByText(heat, { exact: true }).elements()).toHaveLength(1)
})
