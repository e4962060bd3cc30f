import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import HolderOutlined from '@ant-design/icons/HolderOutlined'
import { useSortable } from '@dnd-kit/sortable'
import { nameOf, newPicture, type RowDraft } from './map-rows.ts'
import styles from './map-row.module.css'
import { RowCells, type RowActions } from './row-cells.tsx'
import { partNames, type RowFault } from './row-faults.ts'

type MapRowProps = {
  readonly row: RowDraft
  /** From 0. */
  readonly index: number
  /** Whether there are no others to change places with. */
  readonly isAlone: boolean
  readonly faults: readonly RowFault[]
  readonly actions: RowActions
}

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
        <RowCells row={row} place={place} isAlone={isAlone} faults={faults} faultsId={faultsId} actions={actions} />
      </tr>
      {(faults.length > 0 || note !== undefined) && <Faults id={faultsId} faults={faults} note={note} />}
    </tbody>
  )
}
