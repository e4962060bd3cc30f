import { Button, Modal } from 'antd'
import { useState, type Key, type ReactNode } from 'react'
import { DataTable, type Column, type ListResult, type TableList } from './data-table.tsx'
import type { Emptiness } from './empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './picker-dialog.module.css'

type PickerDialogProps<Row extends object> = {
  readonly title: string
  /** One row, or several across pages. */
  readonly choose: 'one' | 'several'
  readonly columns: readonly Column<Row, never>[]
  readonly rowKey: (row: Row) => Key
  readonly nameOf: (row: Row) => string
  /** Why a row cannot be chosen; undefined where it can. */
  readonly hindrance: (row: Row) => string | undefined
  readonly list: TableList<never>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  readonly filters: ReactNode
  /** Why a choice was refused. */
  readonly notice?: ReactNode
  /** Takes the choice; false keeps the dialog open, since the choice was refused. */
  readonly onChoose: (rows: readonly Row[]) => boolean | Promise<boolean>
  readonly onClose: () => void
}

/** A dialog with a search and a paged list to choose from. */
export const PickerDialog = <Row extends object>(props: PickerDialogProps<Row>) => {
  const { title, choose, columns, rowKey, nameOf, hindrance, list, result, empty, filters, notice, onChoose, onClose } = props
  const [chosen, setChosen] = useState<ReadonlyMap<Key, Row>>(new Map())

  const change = (keys: readonly Key[]) => {
    const inSight = new Map(result.data?.data.map((row) => [rowKey(row), row]))
    const rows = keys.flatMap((key) => chosen.get(key) ?? inSight.get(key) ?? [])
    setChosen(new Map(rows.map((row) => [rowKey(row), row])))
  }
  const decide = async () => {
    if (await onChoose([...chosen.values()])) onClose()
  }

  return (
    <Modal
      open
      centered
      width={760}
      title={title}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <div className={styles['footer']}>
          <p role="status" className={styles['count']}>
            {choose === 'several' && `${chosen.size}件を選んでいます`}
          </p>
          <Button onClick={onClose}>やめる</Button>
          <Button type="primary" disabled={chosen.size === 0} onClick={() => void decide()}>
            {choose === 'several' ? '追加する' : '決定する'}
          </Button>
        </div>
      }
    >
      {notice}
      <div className={styles['frame']}>
        <FilterBar>{filters}</FilterBar>
        <DataTable
          label={title}
          columns={columns}
          rowKey={rowKey}
          rowHeight={38}
          list={list}
          result={result}
          empty={empty}
          selection={{ type: choose === 'one' ? 'radio' : 'checkbox', keys: [...chosen.keys()], onChange: change, hindrance, nameOf }}
        />
      </div>
    </Modal>
  )
}
