import { Button, Modal } from 'antd'
import type { Key } from 'react'
import { DataTable } from '../kit/data-table.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { TypingFilter } from '../kit/filter-fields.tsx'
import { askToLose } from '../kit/ask-to-lose.ts'
import { useHeldList } from '../kit/use-held-list.ts'
import { wrappedColumns } from '../kit/wrapped-columns.tsx'
import type { MapGeometry, Spot } from '../map-canvas/map-geometry.ts'
import { additionNames, type Addition } from './availability.ts'
import { deviceColumns } from './device-columns.tsx'
import { isFound, localPage } from './local-page.ts'
import styles from './locate-dialog.module.css'
import { isSameSpot, deviceNow, unplacedOf, type Placing } from './placing.ts'
import { PlacingMap } from './placing-map.tsx'
import type { SiteDevice } from './site-device.ts'
import { middleOf } from './spots.ts'
import { usePlacing } from './use-placing.ts'
import { useMedia } from '../platform/use-media.ts'

/** In px, by the width of the window (spec §9). */
const widths = { wide: 1260, narrow: 800 } as const

type Props = {
  readonly addition: Addition
  readonly mapId: number
  readonly geometry: MapGeometry
  readonly placing: Placing
  readonly onDecide: (spots: ReadonlyMap<string, Spot>) => void
  readonly onClose: () => void
}

const elsewhere = ({ mapId, spot }: SiteDevice, here: number) =>
  mapId === null || mapId === here || spot !== null ? undefined : '別のマップに置かれています'

/** 機器の場所を設定: tick several devices without a place, and drag their pins to their places. */
export const LocateDialog = ({ addition, mapId, geometry, placing, onDecide, onClose }: Props) => {
  // A screen of its own within the screen: nothing of it counts before it is decided.
  const store = usePlacing(() => ({ ...placing, selected: null, move: null }))
  const list = useHeldList<{ typed: string }>()
  const width = useMedia('(width >= 1280px)') ? widths.wide : widths.narrow
  // Where they are above each other the map comes first, as on the screen behind.
  const isStacked = useMedia('(width < 900px)')

  const spares = new Set(unplacedOf(placing, mapId).map(({ key }) => key))
  const ofKind = [...placing.devices.values()].filter(({ kind }) => kind === addition)
  // Those of other maps come last, so that nobody wonders where they are.
  const offered = [
    ...ofKind.filter(({ key }) => spares.has(key)),
    ...ofKind.filter((device) => !spares.has(device.key) && elsewhere(device, mapId) !== undefined),
  ]
  const spotNow = (key: string) => deviceNow(store.placing, key)?.spot ?? null
  const ticked = offered.filter(({ key }) => spotNow(key) !== null).map(({ key }) => key)

  const tick = (keys: readonly Key[]) => {
    const wanted = new Set(keys.map(String))
    for (const key of ticked) if (!wanted.has(key)) store.act({ type: 'take-off', key })
    const added = [...wanted].filter((key) => spotNow(key) === null)
    if (added.length > 0) store.act({ type: 'place', spots: new Map(added.map((key) => [key, middleOf(geometry)])) })
  }
  const decided = () =>
    [...store.latest().devices.keys()].flatMap((key) => {
      const [before, now] = [deviceNow(placing, key)?.spot ?? null, deviceNow(store.latest(), key)?.spot ?? null]
      return now === null || isSameSpot(before, now) ? [] : [[key, now] as const]
    })
  const decide = () => {
    onDecide(new Map(decided()))
    onClose()
  }
  const leave = async () => {
    if (decided().length === 0 || (await askToLose('決めずに閉じる'))) onClose()
  }

  const parts = [
    <div key="choice" className={styles['choice']}>
      <FilterBar>
        <TypingFilter label="番号・場所" value={list.filters.typed} onChange={(typed) => list.setFilters({ typed })} />
      </FilterBar>
      <DataTable
        label={`置く${additionNames[addition]}`}
        columns={wrappedColumns(deviceColumns)}
        rowKey={({ key }) => key}
        rowHeight={38}
        list={list}
        result={localPage(
          offered.filter((device) => isFound(device, list.filters.typed)),
          list.query,
        )}
        empty={{
          filtered: `該当する${additionNames[addition]}はありません`,
          none: `未配置の${additionNames[addition]}はありません`,
          wayOut: <p>機器を登録すると、ここで選べます。</p>,
        }}
        selection={{
          type: 'checkbox',
          keys: ticked,
          onChange: tick,
          hindrance: (device) => elsewhere(device, mapId),
          nameOf: ({ serial }) => serial,
        }}
      />
    </div>,
    <div key="map" className={styles['map']}>
      <PlacingMap {...store} geometry={geometry} label="機器の場所" labels />
    </div>,
  ]

  return (
    <Modal
      open
      centered
      width={width}
      title="機器の場所を設定"
      onCancel={() => void leave()}
      mask={{ closable: false }}
      footer={
        <div className={styles['footer']}>
          <p role="status">{ticked.length}台を選んでいます</p>
          <Button onClick={() => void leave()}>やめる</Button>
          <Button type="primary" onClick={decide}>
            決定する
          </Button>
        </div>
      }
    >
      <div className={styles['frame']}>{isStacked ? parts.toReversed() : parts}</div>
    </Modal>
  )
}
