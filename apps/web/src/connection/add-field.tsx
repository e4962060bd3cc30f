import type { MappedField } from '@mimamori/contract/connection-mapping'
import type { ReadingKind } from '@mimamori/contract/ingest'
import { Button, Dropdown } from 'antd'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { fieldsOfKind, type MappingRow } from './mapping-draft.ts'
import { fieldName } from './mapping-words.ts'

type Props = {
  readonly rows: readonly MappingRow[]
  readonly kind: ReadingKind | null
  readonly onAdd: (field: MappedField) => void
}

/** Adds a row for a field of ours that nothing fills yet. */
export const AddField = ({ rows, kind, onAdd }: Props) => {
  const { button, dropdown, choose } = useMenuFocus()
  const open = fieldsOfKind(kind).filter((field) => field !== 'at' && !rows.some(({ to }) => to === field))
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      menu={{ items: open.map((field) => ({ key: field, label: fieldName(field), onClick: choose(() => onAdd(field)) })) }}
    >
      <Button ref={button} type="link" size="small" disabled={open.length === 0} aria-haspopup="menu">
        項目を足す
      </Button>
    </Dropdown>
  )
}
