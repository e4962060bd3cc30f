import { useState, type Key } from 'react'
import { ListDialog, type ListDialogProps } from './list-dialog.tsx'

type PickerDialogProps<Row extends object> = ListDialogProps<Row> & {
  /** One row, or several across pages. */
  readonly choose: 'one' | 'several'
  readonly nameOf: (row: Row) => string
  /** Why a row cannot be chosen; undefined where it can. */
  readonly hindrance: (row: Row) => string | undefined
  /** Takes the choice; false keeps the dialog open, since the choice was refused. */
  readonly onChoose: (rows: readonly Row[]) => boolean | Promise<boolean>
}

/** A dialog with a search and a paged list to choose from. */
export const PickerDialog = <Row extends object>({ choose, nameOf, hindrance, onChoose, ...frame }: PickerDialogProps<Row>) => {
  const { rowKey, result, onClose } = frame
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
    <ListDialog
      {...frame}
      selection={{ type: choose === 'one' ? 'radio' : 'checkbox', keys: [...chosen.keys()], onChange: change, hindrance, nameOf }}
      count={choose === 'several' ? `${chosen.size}件を選んでいます` : ''}
      verb={choose === 'several' ? '追加する' : '決定する'}
      ready={chosen.size > 0}
      changed={chosen.size > 0}
      onDecide={() => void decide()}
    />
  )
}
