import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { NoAnswerYet } from './no-answer-yet.tsx'
import styles from './card-list.module.css'
import type { ListResult, TableList } from './data-table.tsx'
import { EmptyState, type Emptiness } from './empty-state.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { useStepBack } from './use-step-back.ts'

type CardListProps<Row extends object, SortKey extends string> = {
  readonly list: TableList<SortKey>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  /** The rows of the page; there is at least one. */
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** The page of a list as cards, with its loading, failed, stale and empty states and its pager. */
export const CardList = <Row extends object, SortKey extends string>(props: CardListProps<Row, SortKey>) => {
  const { list, result, empty, children } = props
  const { data, error } = result
  useStepBack(list, result.isFetching ? undefined : data)
  if (data === undefined) return <NoAnswerYet result={result} />
  return (
    <>
      {error !== null && <StaleBanner result={result} />}
      {data.data.length === 0 ? <EmptyState empty={empty} filtered={list.filtered} onClear={list.clearFilters} /> : children(data.data)}
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
