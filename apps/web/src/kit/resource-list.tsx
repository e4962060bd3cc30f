import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Button } from 'antd'
import type { Key, ReactNode } from 'react'
import { DataTable, type Column, type ListResult, type TableList } from './data-table.tsx'
import type { Emptiness } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useScreenTitle } from '../platform/screen.ts'
import { PageTitle } from './page-title.tsx'
import { Panel } from './panel.tsx'
import { RecordCards } from './record-cards.tsx'
import { RowActions } from './row-actions.tsx'
import { wrappedColumns } from './wrapped-columns.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'
import { useNarrow } from '../platform/use-media.ts'

type ResourceListProps<Row extends object, SortKey extends string> = {
  /** What the screen is called to this person, where that is not its name. */
  readonly title?: ReactNode
  /** The counter word: 人, 件. */
  readonly counter: string
  readonly columns: readonly Column<Row, SortKey>[]
  readonly rowKey: (row: Row) => Key
  readonly list: TableList<SortKey>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  /** In px: 38, or 51 where a cell has two lines. */
  readonly rowHeight: number
  /** What can be done with the list as a whole, beside the title. */
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  /** The way to the lists beside this one, or what is to be known of this one, under the title. */
  readonly nearby?: ReactNode
  /** The label of the button that fetches the list again, if its rows show the current state: 最新の情報に更新. */
  readonly refresh?: string
  /** What can be done with a row. */
  readonly renderActions?: (row: Row) => ReactNode
}

const actionColumn = <Row extends object>(actions: (row: Row) => ReactNode): Column<Row, never> => ({
  key: 'actions',
  title: <span className="visually-hidden">操作</span>,
  align: 'right',
  fixed: 'end',
  render: (row) => <RowActions>{actions(row)}</RowActions>,
})

/** A list of a master: title, count, actions, filters, and a table or, on a phone, cards. */
export const ResourceList = <Row extends object, SortKey extends string>(props: ResourceListProps<Row, SortKey>) => {
  const { title, counter, columns, rowKey, list, result, empty, rowHeight, actions, filters, nearby, refresh, renderActions } = props
  const name = useScreenTitle()
  const narrow = useNarrow()
  const place = useRestoredFocus()
  const Icon = refresh === undefined ? SearchOutlined : ReloadOutlined
  const count = result.data?.count
  const frame = { label: name, rowKey, list, result, empty }
  return (
    <>
      <PageTitle title={title} count={count === undefined ? undefined : `${count.toLocaleString('ja-JP')}${counter}`}>
        {actions}
      </PageTitle>
      {nearby}
      <Panel ref={place}>
        {filters !== undefined && (
          <FilterBar
            actions={
              <Button icon={<Icon aria-hidden="true" />} loading={result.isFetching} onClick={() => void result.refetch()}>
                {refresh ?? '検索'}
              </Button>
            }
          >
            {filters}
          </FilterBar>
        )}
        {narrow ? (
          <RecordCards<Row, SortKey> {...frame} columns={columns} actions={renderActions} />
        ) : (
          <DataTable<Row, SortKey>
            {...frame}
            columns={[...wrappedColumns(columns), ...(renderActions === undefined ? [] : [actionColumn(renderActions)])]}
            rowHeight={rowHeight}
          />
        )}
      </Panel>
    </>
  )
}
