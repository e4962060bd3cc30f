import { Table, type TableColumnType, type TableProps } from 'antd'
import { useDeferredValue, useState, type CSSProperties, type Key, type MouseEvent, type ReactNode } from 'react'
import styles from './data-table.module.css'
import { EmptyState, type Emptiness } from './empty-state.tsx'
import type { SortOrder } from './list-params.ts'
import { ListFailure } from './list-failure.tsx'
import { StaleBanner } from './stale-banner.tsx'
import type { ListParams } from './use-list-params.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useScrollFocus } from './use-scroll-focus.ts'
import { useStepBack } from './use-step-back.ts'

export type Column<Row, SortKey extends string = string> = {
  readonly key: string
  readonly title: ReactNode
  /** The unit of the values, said once in the header. */
  readonly unit?: string
  /** Numbers are aligned right. */
  readonly align?: 'right' | 'center'
  readonly width?: number
  /** Set where the list can be sorted by this column. */
  readonly sortKey?: SortKey
  /** Stays in sight while the rest scrolls sideways: at the start what a row is known by, at the end what can be done with it. */
  readonly fixed?: 'start' | 'end'
  readonly render: (row: Row) => ReactNode
}

/** Rows that can be chosen, one or several, whatever page they are on. */
export type Selection<Row> = {
  readonly type: 'radio' | 'checkbox'
  /** The keys of those chosen, on other pages too. */
  readonly keys: readonly Key[]
  readonly onChange: (keys: readonly Key[]) => void
  /** Why a row cannot be chosen; undefined where it can. */
  readonly hindrance: (row: Row) => string | undefined
  /** The name of the row for screen readers. */
  readonly nameOf: (row: Row) => string
}

/** What the table needs of a query: `useQuery(queryOf(endpoint, …))` fits. */
export type ListResult<Row> = {
  readonly data: { readonly data: readonly Row[]; readonly count: number } | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

export type TableList<SortKey extends string> = Pick<
  ListParams<never, SortKey>,
  'page' | 'pageSize' | 'sortKey' | 'sortOrder' | 'filtered' | 'setPage' | 'setSort' | 'clearFilters'
>

type DataTableProps<Row extends object, SortKey extends string> = {
  /** The table's name for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row, SortKey>[]
  readonly rowKey: (row: Row) => Key
  readonly list: TableList<SortKey>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  /** In px: 38, 51 with furigana, 64. */
  readonly rowHeight: number
  readonly rowClass?: (row: Row) => string | undefined
  /** Shown beneath a row, across all columns; nothing for most rows. */
  readonly below?: (row: Row) => ReactNode
  readonly selection?: Selection<Row>
  /**
   * For lists that news changes many times a second: cells are made of their row and the columns alone, so those of a row that is the
   * same object as before are not drawn again. Columns that depend on anything else must be new ones when it changes.
   */
  readonly keepsCells?: boolean
}

// antd draws 10,000 rows in 16 s without virtual scrolling and in 0.4 s with it.
const virtualFrom = 500
const defaultWidth = 140

type Sorted = { readonly columnKey?: Key; readonly order?: SortOrder | null }
// Rows of grey bars, drawn while the real ones are on their way. The table stays the same one meanwhile, so that
// anyone who sorts or pages by the keyboard keeps their place in it.
const skeleton = Symbol('skeleton')
type Skeleton = { readonly [skeleton]: number }
const skeletons = Array.from({ length: 8 }, (_, index): Skeleton => ({ [skeleton]: index }))
const isSkeleton = (row: object): row is Skeleton => skeleton in row

const header = (title: ReactNode, unit: string | undefined) =>
  unit === undefined ? (
    title
  ) : (
    <>
      {title} <span className={styles['unit']}>{unit}</span>
    </>
  )

const toAntd = <Row extends object, SortKey extends string>(
  column: Column<Row, SortKey>,
  list: TableList<SortKey>,
  shouldCellUpdate: ((row: Row | Skeleton, before: Row | Skeleton) => boolean) | undefined,
): TableColumnType<Row | Skeleton> => ({
  ...(shouldCellUpdate !== undefined && { shouldCellUpdate }),
  key: column.sortKey ?? column.key,
  title: header(column.title, column.unit),
  ...(column.align !== undefined && { align: column.align }),
  ...(column.align === 'right' && { onHeaderCell: () => ({ className: styles['numbers'] ?? '' }) }),
  ...(column.width !== undefined && { width: column.width }),
  ...(column.fixed !== undefined && { fixed: column.fixed }),
  ...(column.sortKey !== undefined && {
    sorter: true,
    sortOrder: column.sortKey === list.sortKey ? (list.sortOrder ?? null) : null,
  }),
  render: (_, row) => (isSkeleton(row) ? <span className={styles['skeleton']} /> : column.render(row)),
})

const rowSelection = <Row extends object>(selection: Selection<Row>): NonNullable<TableProps<Row | Skeleton>['rowSelection']> => ({
  type: selection.type,
  columnWidth: 44,
  // The heading of a single choice has no box of its own to name it.
  ...(selection.type === 'radio' && { columnTitle: <span className="visually-hidden">選択</span> }),
  selectedRowKeys: [...selection.keys],
  preserveSelectedRowKeys: true,
  onChange: selection.onChange,
  getCheckboxProps: (row) => {
    const hindrance = isSkeleton(row) ? '読み込み中' : selection.hindrance(row)
    return {
      disabled: hindrance !== undefined,
      'aria-label': isSkeleton(row) ? '' : [selection.nameOf(row), hindrance].filter(Boolean).join('：'),
    }
  },
})

/** The keys after a row was clicked: chosen alone, or its tick turned. */
const turned = <Row extends object>({ type, keys }: Selection<Row>, key: Key): readonly Key[] => {
  if (type === 'radio') return [key]
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
}

// The checkbox handles its own click, and so does everything in a row with an action of its own.
const actsItself = 'input, label, button, a, [role="button"]'

const chooseByRow =
  <Row extends object>(selection: Selection<Row>, rowKey: (row: Row) => Key) =>
  (row: Row | Skeleton) => {
    if (isSkeleton(row) || selection.hindrance(row) !== undefined) return {}
    return {
      onClick: (event: MouseEvent) => {
        // Marking a text to copy it chooses nothing.
        if (getSelection()?.isCollapsed === false || (event.target as Element).closest(actsItself) !== null) return
        selection.onChange(turned(selection, rowKey(row)))
      },
    }
  }

const expandable = <Row extends object>(
  rows: readonly Row[],
  rowKey: (row: Row) => Key,
  below: (row: Row) => ReactNode,
): NonNullable<TableProps<Row | Skeleton>['expandable']> => ({
  showExpandColumn: false,
  expandedRowKeys: rows.filter((row) => below(row) !== undefined).map(rowKey),
  expandedRowRender: (row) => (isSkeleton(row) ? null : below(row)),
  expandedRowClassName: styles['below'] ?? '',
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
  const { label, columns, rowKey, list, result, empty, rowHeight, rowClass, below, selection, keepsCells } = props
  const { data, error } = result
  const loading = data === undefined && error === null
  const rows = data?.data ?? []

  // The pager stays while another page is on its way; one page needs none.
  const [count, setCount] = useState(0)
  if (data !== undefined && data.count !== count) setCount(data.count)

  // While a page is on its way the rows are still those of the one before.
  useStepBack(list, result.isFetching ? undefined : data)
  const frame = useScrollFocus(label)
  const narrow = useNarrow()
  // Those of before while the cells are drawn with new ones.
  const drawn = useDeferredValue(columns)
  const shouldCellUpdate =
    keepsCells === true ? (row: Row | Skeleton, before: Row | Skeleton) => row !== before || drawn !== columns : undefined

  const sort = (_pagination: unknown, _filters: unknown, sorter: Sorted | readonly Sorted[], { action }: { action: string }) => {
    if (action === 'sort' && 'columnKey' in sorter) list.setSort(sorter.columnKey as SortKey | undefined, sorter.order ?? undefined)
  }

  if (data === undefined && error !== null) return <ListFailure error={error} result={result} />
  return (
    <div ref={frame} className={styles['table']} style={{ '--row-height': `${rowHeight}px` } as CSSProperties} aria-busy={loading}>
      <span role="status" className="visually-hidden">
        {loading && '読み込んでいます'}
      </span>
      {error !== null && <StaleBanner result={result} />}
      <Table<Row | Skeleton>
        aria-label={label}
        columns={columns.map((column) => toAntd(column, list, shouldCellUpdate))}
        dataSource={loading ? skeletons : rows}
        rowKey={(row) => (isSkeleton(row) ? row[skeleton] : rowKey(row))}
        rowClassName={(row) =>
          isSkeleton(row)
            ? ''
            : [rowClass?.(row), selection !== undefined && styles[selection.hindrance(row) === undefined ? 'choosable' : 'hindered']]
                .filter(Boolean)
                .join(' ')
        }
        {...(selection !== undefined && { rowSelection: rowSelection(selection), onRow: chooseByRow(selection, rowKey) })}
        {...(below !== undefined && { expandable: expandable(rows, rowKey, below) })}
        onChange={sort}
        showSorterTooltip={false}
        locale={{ emptyText: <EmptyState empty={empty} filtered={list.filtered} onClear={list.clearFilters} /> }}
        sticky
        virtual={rows.length >= virtualFrom}
        scroll={rows.length >= virtualFrom ? virtualScroll(columns) : { x: 'max-content' }}
        pagination={
          count > list.pageSize && {
            placement: ['bottomCenter'],
            showSizeChanger: false,
            simple: narrow,
            current: list.page,
            pageSize: list.pageSize,
            total: count,
            onChange: list.setPage,
          }
        }
      />
    </div>
  )
}
