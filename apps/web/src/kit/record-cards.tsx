import { Pagination } from 'antd'
import type { Key, ReactNode } from 'react'
import type { Column, ListResult, TableList } from './data-table.tsx'
import { EmptyState, type Emptiness } from './empty-state.tsx'
import { ListFailure } from './list-failure.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import styles from './record-cards.module.css'
import { RowActions } from './row-actions.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { useStepBack } from './use-step-back.ts'

type RecordCardsProps<Row extends object, SortKey extends string> = {
  readonly label: string
  /** The first one heads the card. */
  readonly columns: readonly Column<Row, SortKey>[]
  readonly rowKey: (row: Row) => Key
  readonly list: TableList<SortKey>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  readonly actions?: ((row: Row) => ReactNode) | undefined
}

const Card = <Row extends object, SortKey extends string>({ row, columns, actions }: Pick<RecordCardsProps<Row, SortKey>, 'columns' | 'actions'> & { readonly row: Row }) => {
  const [head, ...rest] = columns
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>{head?.render(row)}</div>
      <dl className={styles['facts']}>
        {rest.map((column) => (
          <div key={column.key} className={styles['fact']}>
            <dt className={styles['label']}>
              {column.title}
              {column.unit !== undefined && ` ${column.unit}`}
            </dt>
            <dd className={styles['value']}>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
      {actions !== undefined && <RowActions>{actions(row)}</RowActions>}
    </li>
  )
}

/** The rows of a list where a table has no room: a phone. */
export const RecordCards = <Row extends object, SortKey extends string>(props: RecordCardsProps<Row, SortKey>) => {
  const { label, columns, rowKey, list, result, empty, actions } = props
  const { data, error } = result
  useStepBack(list, result.isFetching ? undefined : data)
  if (data === undefined)
    return error === null ? (
      <div className={styles['waiting']}>
        <LoadingOverlay />
      </div>
    ) : (
      <ListFailure error={error} result={result} />
    )
  return (
    <>
      {error !== null && <StaleBanner result={result} />}
      {data.data.length === 0 ? (
        <EmptyState empty={empty} filtered={list.filtered} onClear={list.clearFilters} />
      ) : (
        <ul className={styles['cards']} aria-label={label}>
          {data.data.map((row) => (
            <Card key={rowKey(row)} row={row} columns={columns} actions={actions} />
          ))}
        </ul>
      )}
      {data.count > list.pageSize && (
        <Pagination
          className={styles['pager'] ?? ''}
          align="center"
          simple
          showSizeChanger={false}
          current={list.page}
          pageSize={list.pageSize}
          total={data.count}
          onChange={list.setPage}
        />
      )}
    </>
  )
}
