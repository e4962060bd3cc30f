import type { ListedMap } from '@mimamori/contract/site-map'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isCaution } from '../marks/grade.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { clusterWords } from '../map-canvas/cluster-words.ts'
import { loadPicture, type LoadedPicture } from '../map-canvas/picture.ts'
import { frameAspect, gatherMarks } from './gather-marks.ts'
import styles from './small-picture.module.css'
import { WorldSketch } from './world-sketch.tsx'

/** In px: a card at its widest, for screens of twice the sharpness. */
const storedWidth = 640
/** What is drawn where there is no picture: the customer's own window on a map. */
const emptyAspect = 1_260 / 587

/** True once the element has come near the screen: of forty drawings only those are fetched that somebody may see. */
const useSeen = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || isSeen) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setSeen(true), { rootMargin: '400px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen])
  return { ref, isSeen }
}

const usePicture = (key: string | null, isSeen: boolean) =>
  useQuery({
    queryKey: ['small-picture', key],
    queryFn: ({ signal }) => loadPicture({ url: key ?? '', width: storedWidth, height: storedWidth }, signal),
    // A key's picture never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: key !== null && isSeen,
  })

const Drawing = ({ picture: { bitmap, isLines } }: { readonly picture: LoadedPicture }) => {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    ref.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return (
    <canvas ref={ref} className={styles['drawing']} width={bitmap.width} height={bitmap.height} data-lines={isLines} aria-hidden="true" />
  )
}

const Words = ({ count, urgent }: { readonly count: number; readonly urgent: number }) => {
  const { figure, rest } = clusterWords(count, urgent)
  return (
    <span className={styles['count']}>
      <b>{figure}</b>
      {rest}
    </span>
  )
}

const Marks = ({ map, aspect }: { readonly map: ListedMap; readonly aspect: number }) => (
  <>
    {gatherMarks(map.listMarks, aspect).map(({ x, y, grade, isHollow, count, urgent, hasReport }) => (
      <span
        key={`${grade} ${x} ${y}`}
        className={styles['mark']}
        data-grade={grade}
        style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
      >
        {(!hasReport || isCaution(grade)) && <LevelMark grade={grade} size={24} hollow={isHollow} decorative />}
        {count > 1 && <Words count={count} urgent={urgent} />}
        {hasReport && (
          <span className={styles['report']}>
            <ReportMark size={17} />
          </span>
        )}
      </span>
    ))}
  </>
)

/** A map in small: its drawing, pale, and on it the people who need help. The words beside it say the same to screen readers. */
export const SmallPicture = ({ map, laid }: { readonly map: ListedMap; readonly laid: readonly ListedMap[] }) => {
  const { ref, isSeen } = useSeen()
  const key = map.type === 2 ? null : map.mapImage
  const { data: picture, isError } = usePicture(key, isSeen)
  const { width, height } = picture?.bitmap ?? { width: map.imageWidth, height: map.imageHeight }
  const aspect = key === null || width === null || height === null ? emptyAspect : width / height
  const isWide = aspect >= frameAspect
  return (
    <div ref={ref} className={styles['frame']} data-world={map.type === 2} aria-hidden="true">
      <div className={styles['sheet']} style={{ aspectRatio: aspect, ...(isWide ? { width: '100%' } : { height: '100%' }) }}>
        {picture !== undefined && <Drawing picture={picture} />}
        {map.type === 2 && <WorldSketch map={map} laid={laid} />}
        {map.type !== 2 && (key === null || isError) && (
          <span className={styles['none']}>{isError ? '図面を読み込めません' : '図面なし'}</span>
        )}
        <Marks map={map} aspect={aspect} />
      </div>
    </div>
  )
}
