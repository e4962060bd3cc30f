import type { ReactNode } from 'react'
import { type Column, DataTable, type ListResult } from '../../kit/data-table.tsx'
import { RecordCards } from '../../kit/record-cards.tsx'
import { RowActions } from '../../kit/row-actions.tsx'
import { useHeldList } from '../../kit/use-held-list.ts'
import { useNarrow } from '../../platform/use-media.ts'
import { TranslatedText } from '../../kit/translated-text.tsx'
import styles from './list-panel.module.css'
import { TitledPanel } from './titled-panel.tsx'

/** More than one site or person ever had. */
const all = 1_000

type ListPanelProps<Row extends object> = {
  readonly title: ReactNode
  readonly note: ReactNode
  /** How the rows are counted: 台, 件; or how many there are, in words. */
  readonly counter: string | ((count: number) => string)
  /** What the list is called to who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row, never>[]
  readonly rowKey: (row: Row) => string
  /** What is said where there is none, and what to do then. */
  readonly empty: string
  readonly result: ListResult<Row>
  readonly actions: (row: Row) => ReactNode
  /** The buttons in the head. */
  readonly buttons: ReactNode
}

/** A short list beneath a form, whole on one page: a table, or cards where it is narrow. */
export const ListPanel = <Row extends object>(props: ListPanelProps<Row>) => {
  const { title, note, counter, label, columns, rowKey, empty, result, actions, buttons } = props
  const list = useHeldList<object>(all)
  const isNarrow = useNarrow()
  const count = result.data?.count ?? 0
  const frame = { label, rowKey, list, result, empty: { filtered: '', none: empty } }
  const rows = isNarrow ? (
    <RecordCards {...frame} columns={columns} actions={actions} />
  ) : (
    <div className={styles['list']}>
      <DataTable
        {...frame}
        rowHeight={51}
        columns={[
          ...columns,
          {
            key: 'actions',
            title: (
              <span className="visually-hidden">
                <TranslatedText name="common.security.actions" />
              </span>
            ),
            align: 'right',
            render: (row) => <RowActions>{actions(row)}</RowActions>,
          },
        ]}
      />
    </div>
  )
  return (
    <TitledPanel
      title={title}
      note={note}
      buttons={buttons}
      {...(count > 0 && { counted: typeof counter === 'string' ? `${count}${counter}` : counter(count) })}
    >
      {result.data?.count === 0 ? (
        <p className={styles['empty']} role="status">
          {empty}
        </p>
      ) : (
        rows
      )}
    </TitledPanel>
  )
}
