import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type Modifier,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useMemo, useRef } from 'react'
import { nameOf, type RowDraft } from './map-rows.ts'
import { MapRow } from './map-row.tsx'
import type { RowActions } from './row-cells.tsx'
import styles from './map-table.module.css'
import { partNames, type RowFault } from './row-faults.ts'

type MapTableProps = {
  readonly rows: readonly RowDraft[]
  readonly faults: Readonly<Record<string, readonly RowFault[]>>
  readonly actions: RowActions
  readonly onMove: (from: number, to: number) => void
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

const instructions = {
  draggable: 'スペースキーで行をつかみ、上下の矢印キーで動かし、もう一度スペースキーで置きます。Escキーで元に戻します。',
}

const none: readonly RowFault[] = []

/** The maps of a site in their order, which dragging, the keyboard and the buttons change. */
export const MapTable = ({ rows, faults, actions, onMove }: MapTableProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = rows.map(({ key }) => key)
  const order = keys.join(' ')
  // The same list while the order is the same: what is typed into one row redraws no other.
  const items = useMemo(() => order.split(' '), [order])
  const indexOf = (key: unknown) => keys.indexOf(String(key))
  const name = (key: unknown) => {
    const row = rows[indexOf(key)]
    return row === undefined ? '行' : `「${nameOf(row)}」`
  }
  // A row that was just taken up lies over its own place, which takes the word from its being taken up.
  const isOverItself = useRef(false)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      isOverItself.current = true
      return `${name(active.id)}をつかみました。いまは${indexOf(active.id) + 1}行目です。`
    },
    onDragOver: ({ active, over }) => {
      if (over === null || (isOverItself.current && over.id === active.id)) return undefined
      isOverItself.current = false
      return `${name(active.id)}は${indexOf(over.id) + 1}行目に入ります。`
    },
    onDragEnd: ({ active, over }) => `${name(active.id)}を${indexOf((over ?? active).id) + 1}行目に置きました。`,
    onDragCancel: ({ active }) => `移動をやめました。${name(active.id)}は元の${indexOf(active.id) + 1}行目に戻りました。`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragEnd={({ active, over }) => {
        if (over !== null && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id))
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <table className={styles['table']} aria-label="マップ">
          <thead>
            <tr>
              <th scope="col" className={styles['order']}>
                順
              </th>
              <th scope="col" className={styles['location']}>
                {partNames.locationName} <span className={styles['required']}>必須</span>
              </th>
              <th scope="col" className={styles['floor']}>
                {partNames.floor}
              </th>
              <th scope="col" className={styles['source']}>
                {partNames.sismilType}
              </th>
              <th scope="col" className={styles['type']}>
                {partNames.type}
              </th>
              <th scope="col" className={styles['current']}>
                いまの図面
              </th>
              <th scope="col" className={styles['fresh']}>
                {partNames.picture}
              </th>
              <th scope="col" className={styles['setting']}>
                設定
              </th>
              <th scope="col" className={styles['moves']}>
                移動・削除
              </th>
            </tr>
          </thead>
          {rows.map((row, index) => (
            <MapRow key={row.key} row={row} index={index} isAlone={rows.length === 1} faults={faults[row.key] ?? none} actions={actions} />
          ))}
        </table>
      </SortableContext>
    </DndContext>
  )
}
