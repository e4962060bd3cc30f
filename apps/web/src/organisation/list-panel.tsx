import { type ReactNode, useId } from 'react'
import { type Column, DataTable, type ListResult } from '../kit/data-table.tsx'
import { Panel } from '../kit/panel.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './key-panel.module.css'

/** More than one site or person ever had. */
const all = 1_000

type ListPanelProps<Row extends object> = {
  readonly title: string
  readonly note: string
  /** What the list is called to who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row, never>[]
  readonly rowKey: (row: Row) => string
  readonly rowHeight: number
  readonly empty: { readonly none: string; readonly wayOut?: string }
  readonly result: ListResult<Row>
  readonly actions: (row: Row) => ReactNode
  /** The buttons in the head. */
  readonly buttons: ReactNode
}

/** A short list beneath a form, whole on one page: a table, or cards where it is narrow. */
export const ListPanel = <Row extends object>(props: ListPanelProps<Row>) => {
  const { title, note, label, columns, rowKey, rowHeight, empty, result, actions, buttons } = props
  const id = useId()
  const list = useHeldList<object>(all)
  const frame = { label, rowKey, list, result, empty: { filtered: '', ...empty } }
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']}>
          <div className={styles['names']}>
            <h2 id={id} className={styles['title']}>
              {title}
            </h2>
            <p className={styles['note']}>{note}</p>
          </div>
          {buttons}
        </header>
        {useNarrow() ? (
          <RecordCards {...frame} columns={columns} actions={actions} />
        ) : (
          <DataTable
            {...frame}
            rowHeight={rowHeight}
            columns={[
              ...columns,
              {
                key: 'actions',
                title: <span className="visually-hidden">操作</span>,
                align: 'right',
                render: (row) => <RowActions>{actions(row)}</RowActions>,
              },
            ]}
          />
        )}
      </Panel>
    </section>
  )
}
