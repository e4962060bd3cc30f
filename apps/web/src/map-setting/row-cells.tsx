import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import DownOutlined from '@ant-design/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/UpOutlined'
import { mapTypeNames, sismilTypeNames } from '@mimamori/contract/site-map'
import { Button, Select } from 'antd'
import { memo } from 'react'
import { nameOf, type RowDraft } from './map-rows.ts'
import styles from './map-row.module.css'
import { NewPictureCell, StoredPictureCell } from './picture-cells.tsx'
import { PlaceButtons } from './place-buttons.tsx'
import { partId, partNames, type Part, type RowFault } from './row-faults.ts'
import { WrappedInput } from './wrapped-input.tsx'

/** What a row can be asked to do. */
export type RowActions = {
  readonly change: (key: string, values: Partial<RowDraft>) => void
  readonly choose: (key: string, file: File) => void
  readonly preview: (key: string) => void
  readonly step: (key: string, step: -1 | 1) => void
  readonly remove: (key: string) => void
}

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value: Number(value), label }))
const typeChoices = choicesOf(mapTypeNames)
const sourceChoices = choicesOf(sismilTypeNames)

/** The ids of the buttons of a row that take the focus back. */
export const buttonId = (rowKey: string, name: 'up' | 'down' | 'remove'): string => `${rowKey}-${name}`

type RowCellsProps = {
  readonly row: RowDraft
  /** What the row is called to a reader of the page: 3行目. */
  readonly place: string
  /** Whether there are no others to change places with. */
  readonly isAlone: boolean
  readonly faults: readonly RowFault[]
  /** Where the faults are said. */
  readonly faultsId: string
  readonly actions: RowActions
}

/** What is typed of a map, its drawing, and where it is set up and moved. Of forty rows only the one that is typed into is redrawn. */
export const RowCells = memo(({ row, place, isAlone, faults, faultsId, actions }: RowCellsProps) => {
  const { key } = row
  const of = (part: Part) => {
    const isFaulty = faults.some((fault) => fault.part === part)
    return {
      id: partId(key, part),
      'aria-label': `${place}の${partNames[part]}`,
      'aria-invalid': isFaulty,
      'aria-describedby': isFaulty ? faultsId : undefined,
      status: isFaulty ? ('error' as const) : ('' as const),
    }
  }
  const change = (values: Partial<RowDraft>) => actions.change(key, values)
  return (
    <>
      <td className={styles['location']} data-label={`${partNames.locationName} 必須`}>
        <WrappedInput
          {...of('locationName')}
          aria-required
          autoComplete="off"
          placeholder="例：1F 資材置場"
          value={row.locationName}
          onChange={(locationName) => change({ locationName })}
        />
      </td>
      <td className={styles['floor']} data-label={partNames.floor}>
        <WrappedInput {...of('floor')} autoComplete="off" placeholder="—" value={row.floor} onChange={(floor) => change({ floor })} />
      </td>
      <td className={styles['source']} data-label={partNames.sismilType}>
        <Select
          {...of('sismilType')}
          popupMatchSelectWidth={false}
          options={sourceChoices}
          value={row.sismilType}
          onChange={(sismilType) => change({ sismilType })}
        />
      </td>
      <td className={styles['type']} data-label={partNames.type}>
        <Select
          {...of('type')}
          popupMatchSelectWidth={false}
          options={typeChoices}
          value={row.type}
          onChange={(type) => change({ type })}
        />
      </td>
      <td className={styles['current']} data-label="いまの図面">
        <StoredPictureCell row={row} place={place} onMetres={(imageMetres) => change({ imageMetres })} />
      </td>
      <td className={styles['fresh']} data-label={partNames.picture}>
        <NewPictureCell
          row={row}
          place={place}
          isFaulty={faults.some(({ part }) => part === 'picture')}
          onChoose={(file) => actions.choose(key, file)}
          onDrop={() => change({ chosen: null, refused: null })}
          onPreview={() => actions.preview(key)}
        />
      </td>
      <td className={styles['setting']} data-label="設定">
        <PlaceButtons
          row={row}
          place={place}
          isFaulty={faults.some(({ part }) => part === 'place')}
          onPlace={(values) => change({ place: { ...row.place, ...values } })}
        />
      </td>
      <td className={styles['moves']}>
        <Button
          id={buttonId(key, 'up')}
          type="text"
          size="small"
          icon={<UpOutlined aria-hidden="true" />}
          aria-label={`${place}を上へ`}
          disabled={isAlone}
          onClick={() => actions.step(key, -1)}
        />
        <Button
          id={buttonId(key, 'down')}
          type="text"
          size="small"
          icon={<DownOutlined aria-hidden="true" />}
          aria-label={`${place}を下へ`}
          disabled={isAlone}
          onClick={() => actions.step(key, 1)}
        />
        <Button
          id={buttonId(key, 'remove')}
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={`${place}「${nameOf(row)}」を削除`}
          onClick={() => actions.remove(key)}
        />
      </td>
    </>
  )
})
