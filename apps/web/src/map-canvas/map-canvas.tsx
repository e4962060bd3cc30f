import MinusOutlined from '@ant-design/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button } from 'antd'
import 'ol/ol.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useColourMode } from '../platform/colour-mode.ts'
import styles from './map-canvas.module.css'
import type { MapGeometry } from './map-geometry.ts'
import { MarkButtons } from './mark-buttons.tsx'
import { PictureLayer } from './picture-layer.tsx'
import { overMarks } from './room.ts'
import { createStage, type Stage } from './stage.ts'
import { GeometryContext, StageContext } from './use-stage.ts'
import { WorldLayer } from './world-layer.tsx'
import { useHits } from './use-hits.ts'

type Props = {
  readonly geometry: MapGeometry
  /** What the map is called, for those who do not see it. */
  readonly label: string
  /** In CSS; without one the map fills its container. */
  readonly height?: number | string
  /** How strongly the drawing shows, 0 to 1; left out, as it recedes behind people. */
  readonly strength?: number
  /** A drawing opens as large as it can be, unless the saved view shows it larger; false keeps to the saved view. */
  readonly opensWhole?: boolean
  /** Layers that show the site where no tiles do. */
  readonly bare?: ReactNode
  readonly children?: ReactNode
}

/** What makes it another map. Whatever else changes moves no view. */
const identityOf = ({ type, picture }: MapGeometry) => JSON.stringify([type, picture?.url, picture?.width, picture?.height])

/**
 * A map of any of the three types: a drawing in its own pixels, the world by GPS, or a drawing laid over the world. Layers
 * are its children. Once shown, nobody but its reader moves the view.
 */
export const MapCanvas = ({ geometry, label, height = '100%', strength, opensWhole = true, bare, children }: Props) => {
  const target = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const mode = useColourMode()
  const start = useRef({ geometry, mode })
  const identity = identityOf(geometry)

  useEffect(() => {
    start.current = { geometry, mode }
  })

  useEffect(() => {
    if (target.current === null) return undefined
    const own = createStage(target.current, start.current.geometry, start.current.mode, opensWhole)
    setStage(own)
    return () => {
      setStage(null)
      own.dispose()
    }
  }, [identity, opensWhole])
  useEffect(() => stage?.setGeometry(geometry), [stage, geometry])
  useEffect(() => stage?.setMode(mode), [stage, mode])

  return (
    <section className={styles['frame']} style={{ height }} aria-label={label}>
      <div ref={target} className={styles['target']} role="group" aria-label="地図。矢印キーで動かし、+と−で拡大と縮小" />
      {stage !== null && (
        <StageContext value={stage}>
          <GeometryContext value={geometry}>
            <Stand stage={stage} geometry={geometry} strength={strength} bare={bare}>
              {children}
            </Stand>
          </GeometryContext>
        </StageContext>
      )}
    </section>
  )
}

type StandProps = {
  readonly stage: Stage
  readonly geometry: MapGeometry
  readonly strength: number | undefined
  readonly bare: ReactNode
  readonly children: ReactNode
}

const Stand = ({ stage, geometry: { type, picture }, strength, bare, children }: StandProps) => {
  useHits(stage)
  return (
    <>
      {type !== 1 && <WorldLayer bare={bare} />}
      {picture !== null && <PictureLayer picture={picture} strength={strength} />}
      {children}
      <MarkButtons />
      <div className={styles['zoom']} {...overMarks}>
        <Button icon={<PlusOutlined aria-hidden="true" />} aria-label="拡大する" onClick={() => stage.zoomBy(1)} />
        <Button icon={<MinusOutlined aria-hidden="true" />} aria-label="縮小する" onClick={() => stage.zoomBy(-1)} />
      </div>
    </>
  )
}
