import { deviceTypeNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { type PastWear, swapReasonNames, wear } from '@mimamori/contract/wear'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { DayFilters } from '../kit/day-filter.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { TextFilter } from '../kit/filter-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { wrappedColumns } from '../kit/wrapped-columns.tsx'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { useNarrow } from '../platform/use-media.ts'

const sortKeys = ['from', 'to', 'fullName', 'serialNumber', 'groupName'] as const
type SortKey = (typeof sortKeys)[number]
const spec = { filters: screenSearch.deviceHandout.omit({ state: true }), sortKeys, pageSize: 50 }

const instant = (at: string | null): string => (at === null ? '' : `${dateOf(Date.parse(at)).replaceAll('-', '/')} ${clockOf(at)}`)
const typeName = (type: string): string => Object.entries(deviceTypeNames).find(([key]) => key === type)?.[1] ?? type

const columns: readonly Column<PastWear, SortKey>[] = [
  { key: 'fullName', title: labels.wear.fullName, sortKey: 'fullName', render: ({ fullName }) => fullName },
  { key: 'groupName', title: labels.wear.groupName, sortKey: 'groupName', render: ({ groupName }) => groupName },
  { key: 'deviceType', title: labels.wear.deviceType, render: ({ deviceType }) => typeName(deviceType) },
  { key: 'serialNumber', title: labels.wear.serialNumber, sortKey: 'serialNumber', render: ({ serialNumber }) => serialNumber },
  { key: 'from', title: labels.wear.from, sortKey: 'from', render: ({ from }) => instant(from) },
  { key: 'to', title: labels.wear.to, sortKey: 'to', render: ({ to }) => (to === null ? '着用中' : instant(to)) },
  { key: 'heardAt', title: labels.wear.heardAt, render: ({ heardAt }) => instant(heardAt) },
  { key: 'reason', title: labels.wear.reason, render: ({ reason }) => (reason === null ? '' : swapReasonNames[reason]) },
]

const empty = {
  filtered: '該当する記録はありません',
  none: '直近31日の着用の記録はありません',
  wayOut: '期間を指定すると、それより前の記録も見られます。',
}

/** Who wore what from when to when, with a file of it. */
export const HistoryTab = ({ officeId }: { readonly officeId: number }) => {
  const params = useListParams(spec)
  const narrow = useNarrow()
  const { tab: _tab, ...chosen } = params.filters
  // The tab is no filter: clearing the filters stays here.
  const list = {
    ...params,
    filtered: Object.keys(chosen).some((key) => key !== 'officeId'),
    clearFilters: () => params.setFilters({ ...cleared }),
  }
  const { tab: _t, ...query } = params.query
  const { tab: _w, ...whole } = params.wholeQuery
  const result = useQuery(queryOf(wear.history, { query: { ...query, officeId } }))
  const { setFilters } = params
  const frame = { label: '着用の記録', rowKey: (row: PastWear) => row.id, list, result, empty }
  return (
    <Panel>
      <FilterBar actions={<DownloadButton endpoint={wear.download} input={{ query: { ...whole, officeId } }} fileName="着用の記録.csv" />}>
        <GroupFilter officeId={officeId} value={chosen.groupId} onChange={(groupId) => setFilters({ groupId })} />
        <TextFilter label={labels.wear.fullName} value={chosen.fullName} onChange={(fullName) => setFilters({ fullName })} />
        <TextFilter
          label={labels.wear.serialNumber}
          value={chosen.serialNumber}
          onChange={(serialNumber) => setFilters({ serialNumber })}
        />
        <DayFilters labels={['開始日', '終了日']} values={[chosen.from, chosen.to]} onChange={([from, to]) => setFilters({ from, to })} />
      </FilterBar>
      {narrow ? (
        <RecordCards<PastWear, SortKey> {...frame} columns={columns} actions={undefined} />
      ) : (
        <DataTable<PastWear, SortKey> {...frame} columns={wrappedColumns(columns)} rowHeight={38} />
      )}
    </Panel>
  )
}

const cleared = { groupId: undefined, fullName: undefined, serialNumber: undefined, from: undefined, to: undefined }
