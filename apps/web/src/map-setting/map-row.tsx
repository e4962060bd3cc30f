import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import DownOutlined from '@ant-design/icons/DownOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import HolderOutlined from '@ant-design/icons/HolderOutlined'
import UpOutlined from '@ant-design/icons/UpOutlined'
import { useSortable } from '@dnd-kit/sortable'
import { mapTypeNames, sismilTypeNames } from '@mimamori/contract/site-map'
import { Button, Input, Select } from 'antd'
import { nameOf, newPicture, type RowDraft } from './map-rows.ts'
import styles from './map-row.module.css'
import { NewPictureCell, StoredPictureCell } from './picture-cells.tsx'
import { PlaceButtons } from './place-buttons.tsx'
import { partId, partNames, type Part, type RowFault } from './row-faults.ts'

/** What a row can be asked to do. */
export type RowActions = {
  readonly change: (key: string, values: Partial<RowDraft>) => void
  readonly choose: (key: string, file: File) => void
  readonly preview: (key: string) => void
  readonly step: (key: string, step: -1 | 1) => void
  readonly remove: (key: string) => void
}

type MapRowProps = {
  readonly row: RowDraft
  /** From 0. */
  readonly index: number
  /** Whether there are others to change places with. */
  readonly isAlone: boolean
  readonly faults: readonly RowFault[]
  readonly actions: RowActions
}

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value: Number(value), label }))
const typeChoices = choicesOf(mapTypeNames)
const sourceChoices = choicesOf(sismilTypeNames)

/** The ids of the buttons of a row that take the focus back. */
export const buttonId = (rowKey: string, name: 'up' | 'down' | 'remove'): string => `${rowKey}-${name}`

const Faults = ({ id, faults, note }: { readonly id: string; readonly faults: readonly RowFault[]; readonly note: string | undefined }) => (
  <tr className={styles['faults']}>
    <td id={id} colSpan={9}>
      {faults.length > 0 && <ExclamationCircleOutlined aria-hidden="true" />}
      {faults.map(({ part, text }) => (
        <span key={`${part} ${text}`} className={styles['fault']}>
          {part !== null && <strong>{partNames[part]}：</strong>}
          {text}
        </span>
      ))}
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </td>
  </tr>
)

/** A map of the table: its fields, its drawing, where it is set up and moved, and what is wrong with it. */
export const MapRow = ({ row, index, isAlone, faults, actions }: MapRowProps) => {
  const { key } = row
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id: key })
  const place = `${index + 1}行目`
  const faultsId = `${key}-faults`
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
  // A file that was refused beside a good one changes nothing: said, and no fault.
  const note =
    newPicture(row) !== null && row.refused !== null
      ? `${row.refused.name}：${row.refused.text}選んである図面は、そのままです。`
      : undefined
  return (
    <tbody
      ref={setNodeRef}
      className={styles['row']}
      data-dragging={isDragging}
      data-faulty={faults.length > 0}
      style={{ transform: transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition }}
    >
      <tr>
        <td className={styles['order']}>
          <button
            ref={setActivatorNodeRef}
            type="button"
            className={styles['handle']}
            {...attributes}
            {...listeners}
            aria-roledescription="並べ替えられる行"
            aria-label={`${place}「${nameOf(row)}」を動かす`}
          >
            <HolderOutlined aria-hidden="true" />
          </button>
          <span className={styles['number']}>{index + 1}</span>
        </td>
        <td className={styles['location']} data-label={`${partNames.locationName} 必須`}>
          <Input
            {...of('locationName')}
            aria-required
            autoComplete="off"
            placeholder="例：1F 資材置場"
            value={row.locationName}
            onChange={(event) => change({ locationName: event.target.value })}
          />
        </td>
        <td className={styles['floor']} data-label={partNames.floor}>
          <Input
            {...of('floor')}
            autoComplete="off"
            placeholder="—"
            value={row.floor}
            onChange={(event) => change({ floor: event.target.value })}
          />
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
      </tr>
      {(faults.length > 0 || note !== undefined) && <Faults id={faultsId} faults={faults} note={note} />}
    </tbody>
  )
}
