import { Checkbox } from 'antd'
import { useState } from 'react'
import { Panel } from '../kit/panel.tsx'
import type { MapGeometry } from '../map-canvas/map-geometry.ts'
import type { Stage } from '../map-canvas/stage.ts'
import { DeviceMark } from '../marks/device-mark.tsx'
import { deviceShapes, deviceWords } from '../marks/device-shapes.ts'
import styles from './placement.module.css'
import { PlacingMap } from './placing-map.tsx'
import type { PlacingStore } from './use-placing.ts'

type Props = PlacingStore & { readonly geometry: MapGeometry; readonly onStage: (stage: Stage | null) => void }

/** The map with its legend, the switch of its labels, and how pins are moved. */
export const MapPanel = (props: Props) => {
  const [labels, setLabels] = useState(true)
  return (
    <Panel>
      <section className={styles['column']} aria-label="マップ">
        <header className={styles['legend']}>
          {deviceWords.map((word) => (
            <span key={word}>
              <DeviceMark word={word} size={26} decorative />
              {deviceShapes[word].name}
            </span>
          ))}
          <Checkbox className={styles['labels'] ?? ''} checked={labels} onChange={({ target }) => setLabels(target.checked)}>
            名前を表示
          </Checkbox>
        </header>
        <div className={styles['map']}>
          <PlacingMap {...props} label="機器の位置" labels={labels} />
        </div>
        <p className={styles['hint']}>ドラッグで移動。選んだ機器は、矢印キーで 0.1%、Shift＋矢印で 1%。Escで元に戻す。</p>
      </section>
    </Panel>
  )
}
