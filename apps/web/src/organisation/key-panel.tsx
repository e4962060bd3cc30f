import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { type Column, DataTable, type ListResult } from '../kit/data-table.tsx'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './key-panel.module.css'

/** More than one site ever had. */
const all = 1_000

type Key = { readonly id: string; readonly name: string; readonly revokedAt: string | null }

type KeyPanelProps<Row extends Key> = {
  readonly title: string
  readonly note: string
  /** What the list is called to who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row, never>[]
  readonly empty: { readonly none: string; readonly wayOut: string }
  readonly result: ListResult<Row>
  /** What is said before one is stopped, and after. */
  readonly caution: (row: Row) => string
  readonly stopped: (row: Row) => string
  /** What else can be done with one that is in force. */
  readonly renderFurther?: (row: Row) => ReactNode
  readonly stop: (row: Row) => Promise<unknown>
  readonly refresh: () => Promise<unknown>
  /** The buttons in the head. */
  readonly buttons: ReactNode
  readonly children: ReactNode
}

/** The keys or links of a site: listed, and each stopped for good after a question. */
export const KeyPanel = <Row extends Key>(props: KeyPanelProps<Row>) => {
  const { title, note, label, columns, empty, result, caution, stopped, renderFurther, stop, refresh, buttons, children } = props
  const id = useId()
  const list = useHeldList<object>(all)
  const revoke = async (row: Row) => {
    if (!(await confirm({ body: caution(row), verb: '止める' }))) return
    try {
      await stop(row)
      notify.success(stopped(row))
    } catch (error) {
      void showFailure(error)
    }
    await refresh()
  }
  const actions = (row: Row) =>
    row.revokedAt === null && (
      <>
        {renderFurther?.(row)}
        <Button size="small" aria-label={`${row.name}を止める`} onClick={() => void revoke(row)}>
          止める
        </Button>
      </>
    )
  const frame = { label, rowKey: (row: Row) => row.id, list, result, empty: { filtered: '', ...empty } }
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
            rowHeight={38}
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
      {children}
    </section>
  )
}
