import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { LevelMark } from '../marks/level-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import styles from './map-canvas.module.css'
import { coordinateOf } from './map-geometry.ts'
import { MapPopup } from './map-popup.tsx'
import { useSame } from './use-same.ts'
import { useGeometry, useStage } from './use-stage.ts'
import { groupsAt, markOf, workerPlaces, wordOf, type CanvasWorker, type Group } from './worker-marks.ts'

export type { CanvasWorker }

type Props = {
  readonly workers: readonly CanvasWorker[]
  readonly labels: boolean
  readonly selected: number | null
  /** Called with everybody at the pressed place, the worst first. */
  readonly onPick: (userIds: readonly number[]) => void
  /** What else is said of one person in the box that a press opens. */
  readonly describe?: (worker: CanvasWorker) => ReactNode
}

/** The group that now has most of the people who were together when the list was opened. */
const groupOf = (groups: readonly Group[], opened: ReadonlySet<number>): Group | undefined => {
  const shared = (group: Group) => group.filter(({ worker }) => opened.has(worker.userId)).length
  return groups.toSorted((one, other) => shared(other) - shared(one)).find((group) => shared(group) > 0)
}

/** People by the marks of their levels; those close together are one mark that opens a list, the worst first. */
export const WorkerLayer = ({ workers, labels, selected, onPick, describe }: Props) => {
  const stage = useStage()
  const geometry = useGeometry()
  const [opened, setOpened] = useState<ReadonlySet<number> | null>(null)
  const [, follow] = useState(0)
  const shown = useSame(workers)
  const people = useMemo(() => workerPlaces(shown, (spot) => coordinateOf(geometry, spot)), [geometry, shown])
  const heard = useRef(onPick)
  useEffect(() => {
    heard.current = onPick
  })

  useEffect(() => {
    let marks = new Map<string, Group>()
    let listed: Group | null | undefined
    stage.board.put({
      layer: 'worker',
      marksAt: (scale) => {
        const groups = groupsAt(people, scale)
        listed = opened && groupOf(groups, opened)
        const drawn = groups.map((group) => ({ group, mark: markOf(group, { labels, selected, isOpened: group === listed }) }))
        marks = new Map(drawn.map(({ group, mark }) => [mark.key, group]))
        return drawn.map(({ mark }) => mark)
      },
      onPick: (key) => {
        const pressedGroup = marks.get(key) ?? []
        const ids = pressedGroup.map(({ worker }) => worker.userId)
        setOpened(pressedGroup === listed ? null : new Set(ids))
        heard.current(ids)
      },
      onMiss: () => setOpened(null),
    })
  }, [stage, people, labels, selected, opened])
  useEffect(() => () => stage.board.remove('worker'), [stage])
  useEffect(() => stage.onRest(() => follow((count) => count + 1)), [stage])

  const group = opened && groupOf(groupsAt(people, stage.scale()), opened)
  const first = group?.[0]
  return (
    group &&
    first && (
      <MapPopup
        mark={markOf(group, { labels, selected, isOpened: true }).key}
        label={group.length === 1 ? first.worker.name : `ここにいる${group.length}人`}
        onClose={() => setOpened(null)}
      >
        <ul className={styles['together']}>
          {group.map(({ worker }) => (
            <li key={worker.userId}>
              <span>
                <LevelMark grade={worker.grade} hollow={worker.isSilent} size={16} decorative />
                <span className="visually-hidden">{wordOf(worker)}</span>
              </span>
              <span>
                <WorkerLink person={worker}>{worker.name}</WorkerLink>
                {worker.note !== '' && <p className={styles['note']}>{worker.note}</p>}
                {describe?.(worker)}
              </span>
              <span className={styles['heart']}>{worker.heartRate ?? '—'}</span>
            </li>
          ))}
        </ul>
      </MapPopup>
    )
  )
}
