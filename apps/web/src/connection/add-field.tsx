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

/** Adds a row for a field of ours: of those that nothing fills yet, or one more, by which it is filled where the row before is absent. */
export const AddField = ({ rows, kind, onAdd }: Props) => {
  const { button, dropdown, choose } = useMenuFocus()
  const isFilled = (field: MappedField) => rows.some(({ to }) => to === field)
  const fields = fieldsOfKind(kind).filter((field) => field !== 'at')
  const itemOf = (field: MappedField) => ({
    key: field,
    label: isFilled(field) ? `${fieldName(field)}をもう1行` : fieldName(field),
    onClick: choose(() => onAdd(field)),
  })
  const again = fields.filter(isFilled).map(itemOf)
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      menu={{
        items: [
          ...fields.filter((field) => !isFilled(field)).map(itemOf),
          ...(again.length === 0 ? [] : [{ key: 'again', type: 'group' as const, label: '前の行が届かないときに読む行', children: again }]),
        ],
      }}
    >
      <Button ref={button} type="link" size="small" aria-haspopup="menu">
        項目を足す
      </Button>
    </Dropdown>
  )
}
