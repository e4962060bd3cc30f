import { message } from '@mimamori/contract/messages'
import { Button, Modal } from 'antd'
import type { Key, ReactNode } from 'react'
import { DataTable, type Column, type ListResult, type Selection, type TableList } from './data-table.tsx'
import { confirm } from './dialogs.ts'
import type { Emptiness } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './list-dialog.module.css'
import { stackedColumns } from './stacked-columns.tsx'
import { wrappedColumns } from './wrapped-columns.tsx'
import { useNarrow } from '../platform/use-media.ts'

export type ListDialogProps<Row extends object> = {
  readonly title: string
  readonly columns: readonly Column<Row, never>[]
  readonly rowKey: (row: Row) => Key
  readonly list: TableList<never>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  readonly filters: ReactNode
  /** Shown above the list: why a choice was refused. */
  readonly notice?: ReactNode
  readonly onClose: () => void
}

type Deciding<Row extends object> = {
  readonly selection: Selection<Row>
  /** How many are chosen, in words. */
  readonly count: string
  readonly verb: string
  /** The way out where the dialog stays after its verb. */
  readonly wayOut?: string
  readonly ready: boolean
  readonly deciding?: boolean
  /** True where ticks were changed that closing would throw away. */
  readonly changed?: boolean
  readonly onDecide: () => void
  /** In px, where the columns need more than usual. */
  readonly width?: number
}

/** The frame of a dialog that chooses among rows: search, paged list, what is chosen, and the verb. */
export const ListDialog = <Row extends object>(props: ListDialogProps<Row> & Deciding<Row>) => {
  const {
    title,
    columns,
    rowKey,
    list,
    result,
    empty,
    filters,
    notice,
    onClose,
    selection,
    count,
    verb,
    wayOut = 'やめる',
    ready,
    deciding = false,
    changed = false,
    onDecide,
    width = 760,
  } = props
  const narrow = useNarrow()
  // The verb of the way out is an answer; Escape and the cross may be slips.
  const slip = async () => {
    if (!changed || (await confirm({ body: message('choiceLost'), verb: '閉じる', cancel: '選択に戻る' }))) onClose()
  }
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      onCancel={() => void slip()}
      mask={{ closable: false }}
      footer={
        <div className={styles['footer']}>
          <p role="status" className={styles['count']}>
            {count}
          </p>
          <Button onClick={onClose}>{wayOut}</Button>
          <Button type="primary" disabled={!ready} loading={deciding} onClick={onDecide}>
            {verb}
          </Button>
        </div>
      }
    >
      {notice}
      <div className={styles['frame']}>
        <FilterBar>{filters}</FilterBar>
        <DataTable
          label={title}
          columns={narrow ? stackedColumns(columns) : wrappedColumns(columns)}
          rowKey={rowKey}
          rowHeight={38}
          list={list}
          result={result}
          empty={empty}
          selection={selection}
        />
      </div>
    </Modal>
  )
}
