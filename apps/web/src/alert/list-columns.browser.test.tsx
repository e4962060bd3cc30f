import { alertKinds, type AlertEpisode } from '@mimamori/contract/alert'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { DataTable } from '../kit/data-table.tsx'
import { mount } from '../kit/test-mount.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { listColumns } from './list-columns.tsx'

const heat = '26.0℃の基準値を 3.6℃ 超過・7名（大塚　進、木村　直人、久保田　拓也、千葉　翔、中村　剛 ほか2名）'
const rows = [
  episodeOf(1, { locationName: '東側 外部足場 4段目' }),
  episodeOf(2, { kind: alertKinds[2], userId: null, fullName: null, emergency: '0', reason: heat, plainReason: heat }),
]
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

test('an alert that a sentence names leaves what can be done with the others in sight', async () => {
  await mount(() => (
    <div style={{ width: 1170 }}>
      <DataTable<AlertEpisode, never>
        label="アラート"
        columns={listColumns(choice) as never}
        rowKey={({ id }) => id}
        list={useListParams(spec) as never}
        result={{ data: { data: rows, count: 2 }, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }}
        empty={{ filtered: '', none: '' }}
        rowHeight={51}
      />
    </div>
  ))
  const button = page.getByRole('button', { name: '佐々木　隆　確認する' })
  await expect.element(button).toBeVisible()
  expect(button.element().getBoundingClientRect().right).toBeLessThan(1170)
})
