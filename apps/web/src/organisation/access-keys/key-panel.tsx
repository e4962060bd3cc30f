import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Column, ListResult } from '../../kit/data-table.tsx'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { ListPanel } from '../panels/list-panel.tsx'

type Key = { readonly id: string; readonly name: string; readonly revokedAt: string | null }

type KeyPanelProps<Row extends Key> = {
  readonly title: string
  readonly note: string
  /** What the list is called to who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row, never>[]
  /** How they are counted: 個, 件. */
  readonly counter: string
  /** What is said where there is none, and what to do then. */
  readonly empty: string
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
  const { title, note, counter, label, columns, empty, result, caution, stopped, renderFurther, stop, refresh, buttons, children } = props
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
  return (
    <>
      <ListPanel
        title={title}
        note={note}
        counter={counter}
        label={label}
        columns={columns}
        rowKey={(row) => row.id}
        empty={empty}
        result={result}
        actions={actions}
        buttons={buttons}
      />
      {children}
    </>
  )
}
