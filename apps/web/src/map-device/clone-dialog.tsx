import { TypingFilter } from '../kit/filter-fields.tsx'
import { PickerDialog } from '../kit/picker-dialog.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { deviceShapes } from '../marks/device-shapes.ts'
import { deviceColumns } from './device-columns.tsx'
import { isFound, localPage } from './local-page.ts'
import type { SiteDevice } from './site-device.ts'

type Props = {
  readonly source: SiteDevice
  /** Unplaced devices of the same category. */
  readonly spares: readonly SiteDevice[]
  readonly onClone: (key: string) => void
  readonly onClose: () => void
}

/** 複製: asks which unplaced device goes beside one that is placed. */
export const CloneDialog = ({ source, spares, onClone, onClose }: Props) => {
  const list = useHeldList<{ typed: string }>()
  const kind = deviceShapes[source.word].name
  return (
    <PickerDialog
      title={`${source.serial}を複製：横に置く${kind}を選ぶ`}
      choose="one"
      columns={deviceColumns}
      rowKey={({ key }) => key}
      nameOf={({ serial }) => serial}
      hindrance={() => undefined}
      list={list}
      result={localPage(
        spares.filter((spare) => isFound(spare, list.filters.typed)),
        list.query,
      )}
      empty={{
        filtered: `該当する${kind}はありません`,
        none: `この拠点に、未配置の${kind}はありません`,
        wayOut: <p>マップから外すか、新しく登録した{kind}を選べます。</p>,
      }}
      filters={<TypingFilter label="番号・場所" value={list.filters.typed} onChange={(typed) => list.setFilters({ typed })} />}
      onChoose={([chosen]) => {
        if (chosen !== undefined) onClone(chosen.key)
        return chosen !== undefined
      }}
      onClose={onClose}
    />
  )
}
