import { Table, type TableColumnType } from 'antd'
import { useEffect, type CSSProperties, type Key, type ReactNode } from 'react'
import styles from './data-table.module.css'
import { EmptyState, type Emptiness } from './empty-state.tsx'
import { lastPage, type SortOrder } from './list-params.ts'
import { ListFailure } from './list-failure.tsx'
import { StaleBanner } from './stale-banner.tsx'
import type { ListParams } from './use-list-params.ts'

export type Column<Row, SortKey extends string = string> = {
  readonly key: string
  readonly title: ReactNode
  /** The unit of the values, said once in the header. */
  readonly unit?: string
  /** Numbers stand right. */
  readonly align?: 'right' | 'center'
  readonly width?: number
  /** Set where the list can be sorted by this column. */
  readonly sortKey?: SortKey
  readonly render: (row: Row) => ReactNode
}

/** What the table needs of a query: `useQuery(queryOf(endpoint, …))` fits. */
export type ListResult<Row> = {
  readonly data: { readonly data: readonly Row[]; readonly count: number } | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

type TableList<SortKey extends string> = Pick<
  ListParams<never, SortKey>,
  'page' | 'pageSize' | 'sortKey' | 'sortOrder' | 'filtered' | 'setPage' | 'setSort' | 'clearFilters'
>

type DataTableProps<Row extends object, SortKey extends string> = {
  /** The table's name to those who hear the page. */
  readonly label: string
  readonly columns: readonly Column<Row, SortKey>[]
  readonly rowKey: (row: Row) => Key
  readonly list: TableList<SortKey>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  /** In px: 38, 51 with furigana, 64. */
  readonly rowHeight: number
  readonly rowClass?: (row: Row) => string | undefined
}

// antd draws 10,000 rows in 16 s without virtual scrolling and in 0.4 s with it.
const virtualFrom = 500
const defaultWidth = 140

type Sorted = { readonly columnKey?: Key; readonly order?: SortOrder | null }
type Placeholder = { readonly id: number }
const placeholders = Array.from({ length: 8 }, (_, id): Placeholder => ({ id }))
const skeleton = () => <span className={styles['skeleton']} />

const header = (title: ReactNode, unit: string | undefined) =>
  unit === undefined ? title : (
    <>
      {title} <span className={styles['unit']}>{unit}</span>
    </>
  )

const toAntd = <Row extends object, SortKey extends string>(column: Column<Row, SortKey>, list: TableList<SortKey>): TableColumnType<Row> => ({
  key: column.sortKey ?? column.key,
  title: header(column.title, column.unit),
  ...(column.align !== undefined && { align: column.align }),
  ...(column.width !== undefined && { width: column.width }),
  ...(column.sortKey !== undefined && {
    sorter: true,
    sortOrder: column.sortKey === list.sortKey ? (list.sortOrder ?? null) : null,
  }),
  render: (_, row) => column.render(row),
})

const virtualScroll = (columns: readonly { width?: number }[]) => ({
  x: columns.reduce((sum, column) => sum + (column.width ?? defaultWidth), 0),
  y: Math.max(320, window.innerHeight - 320),
})

/**
 * A list the server pages and sorts. The address holds page and sorting (`useListParams`). While loading the header
 * stays; a failed refresh keeps the old rows and says how old they are.
 */
export const DataTable = <Row extends object, SortKey extends string>(props: DataTableProps<Row, SortKey>) => {
  const { label, columns, rowKey, list, result, empty, rowHeight, rowClass } = props
  const { data, error } = result
  const loading = data === undefined && error === null
  const rows = data?.data ?? []

  // The last row of the last page was deleted: there is nothing to see but one page back.
  const beyond = data !== undefined && rows.length === 0 && list.page > 1
  useEffect(() => {
    if (beyond) list.setPage(Math.min(list.page - 1, lastPage(data.count, list.pageSize)))
  })

  const sort = (_pagination: unknown, _filters: unknown, sorter: Sorted | readonly Sorted[], { action }: { action: string }) => {
    if (action === 'sort' && 'columnKey' in sorter) list.setSort(sorter.columnKey as SortKey | undefined, sorter.order ?? undefined)
  }

  if (data === undefined && error !== null) return <ListFailure error={error} result={result} />
  return (
    <div className={styles['table']} style={{ '--row-height': `${rowHeight}px` } as CSSProperties} aria-busy={loading}>
      {error !== null && <StaleBanner result={result} />}
      {loading ? (
        <Table<Placeholder>
          aria-label={label}
          columns={columns.map((column) => toAntd<Placeholder, SortKey>({ ...column, render: skeleton }, list))}
          dataSource={placeholders}
          rowKey="id"
          pagination={false}
          onChange={sort}
          showSorterTooltip={false}
          sticky
          scroll={{ x: 'max-content' }}
        />
      ) : (
        <Table<Row>
          aria-label={label}
          columns={columns.map((column) => toAntd(column, list))}
          dataSource={rows}
          rowKey={rowKey}
          rowClassName={(row) => rowClass?.(row) ?? ''}
          onChange={sort}
          showSorterTooltip={false}
          locale={{ emptyText: <EmptyState empty={empty} filtered={list.filtered} onClear={list.clearFilters} /> }}
          sticky
          virtual={rows.length >= virtualFrom}
          scroll={rows.length >= virtualFrom ? virtualScroll(columns) : { x: 'max-content' }}
          pagination={
            rows.length > 0 && {
              placement: ['bottomCenter'],
              showSizeChanger: false,
              current: list.page,
              pageSize: list.pageSize,
              total: data?.count ?? 0,
              onChange: list.setPage,
            }
          }
        />
      )}
    </div>
  )
}
