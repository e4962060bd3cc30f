import { useEffect, useState } from 'react'
import { byUrgency } from '../marks/grade.ts'
import { alertKindNames } from '@mimamori/contract/alert'
import { emergencyInWords } from '@mimamori/contract/emergency-words'
import { ReportMark } from '../marks/report-mark.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { edgeArrows, type Danger, type EdgeArrow } from './edge-arrows.ts'
import { groundMetres } from './ground-metres.ts'
import { distanceInWords } from './lengths.ts'
import styles from './map-canvas.module.css'
import { gradeInWords } from './mark-drawings.ts'
import type { Coordinate } from './map-geometry.ts'
import { widthOf } from './measure.ts'
import { roomOf } from './room.ts'
import type { Stage } from './stage.ts'
import { useStage } from './use-stage.ts'
import type { CanvasWorker } from './worker-marks.ts'

const isInDanger = ({ grade, isReported }: CanvasWorker) => grade === 'emergency' || isReported || grade === 3

const dangersOn = (stage: Stage, workers: readonly CanvasWorker[], metresWide: number | null): readonly Danger[] => {
  const [cx = 0, cy = 0] = stage.map.getView().getCenter() ?? []
  const middle: Coordinate = [cx, cy]
  const unit = groundMetres(stage.geometry(), middle, metresWide)
  return workers
    .filter(isInDanger)
    .toSorted((one, other) => byUrgency(one.grade, other.grade) || one.userId - other.userId)
    .flatMap(({ userId, name, grade, alarm = null, isReported, isSilent, spot }) => {
      const at = stage.toCoordinate(spot)
      const [x, y] = (at && stage.map.getPixelFromCoordinate([...at])) ?? []
      if (at === null || x === undefined || y === undefined) return []
      const distance = unit === null ? '' : distanceInWords(Math.hypot(at[0] - cx, at[1] - cy) * unit)
      return [{ userId, name, grade, alarm, isReported, isSilent, x, y, distance }]
    })
}

const arrowsOn = (stage: Stage, workers: readonly CanvasWorker[], metresWide: number | null): readonly EdgeArrow[] => {
  const [width = 0, height = 0] = stage.map.getSize() ?? []
  const target = stage.map.getTargetElement()
  if (width === 0 || height === 0 || !target) return []
  const covered = roomOf(target, { x: width / 2, y: height / 2 })?.covered ?? []
  return edgeArrows(dangersOn(stage, workers, metresWide), { width, height }, covered, (text) => widthOf('name', text))
}

type Props = {
  readonly workers: readonly CanvasWorker[]
  /** How many metres the drawing is wide; null where nobody has said, or on the world. */
  readonly metresWide: number | null
}

/** At the edge of the map a sign for each one in danger outside of it: mark, name and distance. A press leads there. */
export const EdgeSigns = ({ workers, metresWide }: Props) => {
  const stage = useStage()
  const [arrows, setArrows] = useState<readonly EdgeArrow[]>([])
  useEffect(() => {
    const look = () => {
      const next = arrowsOn(stage, workers, metresWide)
      setArrows((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    look()
    stage.map.on('postrender', look)
    return () => stage.map.un('postrender', look)
  }, [stage, workers, metresWide])
  const lead = (userId: number) => {
    const worker = workers.find((one) => one.userId === userId)
    const at = worker === undefined ? null : stage.toCoordinate(worker.spot)
    if (at !== null) stage.lookAt(at)
  }
  return arrows.map(({ danger: { userId, name, grade, alarm = null, isReported, isSilent, distance }, others, x, y, angle }) => (
    <button
      key={userId}
      type="button"
      className={styles['edge']}
      data-urgent={grade === 'emergency'}
      aria-label={`${name}${others > 0 ? `ほか${others}人` : ''}　${isReported ? `${alertKindNames.report}　` : ''}${grade === 'emergency' ? emergencyInWords(alarm) : gradeInWords(grade, isSilent)}　${distance === '' ? '' : `${distance}先`}を表示する`}
      style={{ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` }}
      onClick={() => lead(userId)}
    >
      {isReported && grade !== 'emergency' ? <ReportMark size={20} /> : <LevelMark grade={grade} hollow={isSilent} size={20} decorative />}
      <span>
        {name}
        {others > 0 && ` ほか${others}人`}
        {distance !== '' && ` ${distance}`}
      </span>
      <svg className={styles['arrow']} viewBox="-8 -8 16 16" style={{ rotate: `${angle}deg` }} aria-hidden="true">
        <path d="M8 0-4-7-1.5 0-4 7Z" />
      </svg>
    </button>
  ))
}
