import { type ApiTokenRow, apiTokenStateNames, apiTokenStates } from '@mimamori/contract/api-token'
import type { screenSearch } from '@mimamori/contract/screen-search'
import { DataTable, type ListResult } from '../kit/data-table.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import type { ListParams } from '../kit/use-list-params.ts'
import { wrappedColumns } from '../kit/wrapped-columns.tsx'
import { SectionPanel } from '../marks/charts/summary-panel.tsx'
import { CompanyFilter, OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useNow } from '../platform/clock.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { MadeTokenPanel } from './made-token.tsx'
import type { MadeToken } from './read-key-calls.ts'
import { tokenColumns, type TokenSortKey } from './read-key-columns.tsx'
import { TokenActions } from './token-actions.tsx'
import styles from './read-key.module.css'

const states = apiTokenStates.map((value) => ({ value, label: apiTokenStateNames[value] }))

const empty = {
  filtered: '該当するトークンはありません',
  none: 'まだトークンがありません',
  wayOut: '「トークンを作る」から、集計や掲示の仕組みが見守りの値を読めるようになります。',
}

type Props = {
  readonly list: ListParams<(typeof screenSearch)['apiToken'], TokenSortKey>
  readonly result: ListResult<ApiTokenRow>
  /** The one that was made just now, and is shown this once. */
  readonly made: MadeToken | undefined
  readonly onNoted: () => void
}

/** The tokens: what each reads, until when, and when it read last. A new one is open beneath its row. */
export const TokenList = ({ list, result, made, onNoted }: Props) => {
  const viewer = useViewer()
  const isNarrow = useNarrow()
  const now = useNow(60_000)
  const { filters, setFilters } = list
  const { data } = result
  const isListed = made !== undefined && data?.data.some(({ id }) => id === made.id) === true
  const shown = made !== undefined && <MadeTokenPanel key={made.id} made={made} onClose={onNoted} />
  const columns = tokenColumns(now, viewer.companyId === null)
  const frame = { label: '読み取りのトークンの一覧', rowKey: (row: ApiTokenRow) => row.id, list, result, empty }
  const actions = (row: ApiTokenRow) => <TokenActions token={row} now={now} />
  const rowClass = (row: ApiTokenRow) =>
    row.id === made?.id ? styles['new'] : row.state === 'ended' || row.state === 'stopped' ? styles['over'] : undefined
  return (
    <SectionPanel
      title="読み取りのトークン"
      hint={`${data === undefined || data.count === 0 ? '' : `${data.count.toLocaleString('ja-JP')}個。`}機械が見守りの値を読むときの鍵です。書き込みはできません`}
    >
      <FilterBar>
        {viewer.companyId === null && (
          <CompanyFilter value={filters.companyId} onChange={(companyId) => setFilters({ companyId, officeId: undefined })} />
        )}
        <OfficeFilter value={filters.officeId} companyId={filters.companyId} onChange={(officeId) => setFilters({ officeId })} />
        <SelectFilter label="状態" value={filters.state} choices={states} onChange={(state) => setFilters({ state })} />
      </FilterBar>
      {shown !== false && (isNarrow || !isListed) && <div className={styles['above']}>{shown}</div>}
      {isNarrow ? (
        <RecordCards {...frame} columns={columns} actions={actions} />
      ) : (
        <DataTable
          {...frame}
          rowHeight={51}
          rowClass={rowClass}
          columns={[
            ...wrappedColumns(columns),
            {
              key: 'actions',
              title: <span className="visually-hidden">操作</span>,
              align: 'right',
              fixed: 'end',
              render: (row) => <RowActions>{actions(row)}</RowActions>,
            },
          ]}
          {...(shown !== false && isListed && { below: (row: ApiTokenRow) => (row.id === made.id ? shown : undefined) })}
        />
      )}
    </SectionPanel>
  )
}
