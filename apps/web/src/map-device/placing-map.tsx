import { useMemo, type KeyboardEvent } from 'react'
import { DeviceLayer } from '../map-canvas/device-layer.tsx'
import { MapCanvas } from '../map-canvas/map-canvas.tsx'
import type { MapGeometry } from '../map-canvas/map-geometry.ts'
import type { Stage } from '../map-canvas/stage.ts'
import { TellStage } from '../map-canvas/tell-stage.tsx'
import { MoveGuide } from './move-guide.tsx'
import { placedOf, deviceNow, type Placing } from './placing.ts'
import styles from './placing-map.module.css'
import { roundedSpot } from './spots.ts'
import { moveByKey } from './move-by-key.ts'
import type { PlacingStore } from './use-placing.ts'

type Props = PlacingStore & {
  readonly geometry: MapGeometry
  readonly label: string
  readonly labels: boolean
  /** Called with the stage that is drawn on, for components that drop something on the map from outside. */
  readonly onStage?: (stage: Stage | null) => void
}

// What is selected or on its way changes no other pin.
const usePins = (devices: Placing['devices'], changes: Placing['changes']) =>
  useMemo(
    () =>
      placedOf({ devices, changes }).flatMap(({ key, word, serial, spot }) =>
        spot === null ? [] : [{ key, word, name: serial, spot, description: null }],
      ),
    [devices, changes],
  )

/** The map with its pins, to be moved by pointer and by arrow keys. */
export const PlacingMap = ({ geometry, label, labels, onStage, ...store }: Props) => {
  const { placing, act } = store
  const { devices, changes, selected, move } = placing
  const pins = usePins(devices, changes)
  const moving = move === null || move.isOver ? undefined : deviceNow(placing, move.key)

  // Before OpenLayers, which would move the whole map by the same keys.
  const press = (event: KeyboardEvent) => {
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-mark]')?.dataset['mark'] : undefined
    if (mark === undefined && event.target instanceof Element && event.target.closest('button') !== null) return
    // On another pin than the selected one arrows move to the next.
    if (moveByKey(store, geometry, mark === undefined || mark === selected ? selected : null, event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  return (
    <div className={styles['map']} onKeyDownCapture={press} onBlur={() => act({ type: 'settle' })}>
      <MapCanvas geometry={geometry} label={label}>
        {onStage !== undefined && <TellStage onStage={onStage} />}
        <DeviceLayer
          devices={pins}
          selected={selected}
          labels={labels}
          onPick={(key) => act({ type: 'select', key })}
          movable
          onMove={(key, spot) => act({ type: 'move', key, spot: roundedSpot(spot) })}
          onMoveEnd={() => act({ type: 'settle' })}
        />
        {move !== null && moving?.spot && <MoveGuide word={moving.word} from={move.from} spot={moving.spot} />}
      </MapCanvas>
    </div>
  )
}
