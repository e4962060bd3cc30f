import AimOutlined from '@ant-design/icons/AimOutlined'
import { labels, statusNames } from '@mimamori/contract/labels'
import type { MapWorker } from '@mimamori/contract/map-worker'
import { Button } from 'antd'
import { memo, useEffect, useRef, useState, type MouseEvent } from 'react'
import { signed } from '@mimamori/contract/number-words'
import { gradeOf, gradeWordOf } from '../marks/grade.ts'
import { LevelLabel } from '../marks/level-mark.tsx'
import { ReportLabel } from '../marks/report-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import styles from './worker-table.module.css'

const { healthCondition: label } = labels

/** So many rows are drawn at first, and with each step more: the worst are on top. */
const step = 100

type RowProps = {
  readonly worker: MapWorker
  readonly isChosen: boolean
  readonly onChoose: (userId: number | undefined) => void
}

const HeartRate = ({ worker: { heartRate, status } }: Pick<RowProps, 'worker'>) =>
  heartRate === null ? (
    <>
      <span aria-hidden="true">―</span>
      <span className="visually-hidden">{status === '1' ? statusNames['1'] : '値なし'}</span>
    </>
  ) : (
    heartRate
  )

/**
 * Brings the row of somebody chosen on the map into sight within the table alone: the page stays where it is, since on a
 * phone the map is above.
 */
const scrollToRow = (row: HTMLTableRowElement) => {
  const table = row.closest('table')
  const frame = table?.parentElement
  if (table?.tHead === null || table?.tHead === undefined || frame === null || frame === undefined) return
  const [top, bottom] = [row.offsetTop - table.tHead.offsetHeight, row.offsetTop + row.offsetHeight - frame.clientHeight]
  if (frame.scrollTop > top) frame.scrollTop = top
  else if (frame.scrollTop < bottom) frame.scrollTop = bottom
}

const Row = memo(({ worker, isChosen, onChoose }: RowProps) => {
  const { userId, workerName, excess } = worker
  const grade = gradeOf(worker)
  const isSilent = worker.status === '0'
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isChosen && row.current !== null) scrollToRow(row.current)
  }, [isChosen])
  const choose = () => onChoose(isChosen ? undefined : userId)
  const onClick = ({ target }: MouseEvent<HTMLTableRowElement>) => {
    if (target instanceof Element && target.closest('a, button') === null) choose()
  }
  return (
    <tr ref={row} className={styles['row']} data-grade={grade} data-chosen={isChosen} data-silent={isSilent} onClick={onClick}>
      <td>{grade !== undefined && <LevelLabel grade={grade} word={gradeWordOf(worker)} hollow={isSilent} />}</td>
      <td>
        <span className={styles['who']}>
          {/* The address of the customer's own console: the person alone. */}
          <WorkerLink person={{ userId, baseName: null, groupName: null }} className={styles['name']}>
            {workerName}
          </WorkerLink>
          {isSilent && <SilentMark size={16} />}
          <Button
            type="text"
            size="small"
            className={styles['locate'] ?? ''}
            icon={<AimOutlined aria-hidden="true" />}
            aria-label={`${workerName}を地図で示す`}
            aria-pressed={isChosen}
            onClick={choose}
          />
        </span>
        <ReportLabel row={worker} />
      </td>
      <td className={styles['number']}>
        <HeartRate worker={worker} />
      </td>
      <td className={styles['number']} data-high={excess !== null && excess >= 0}>
        {excess !== null && signed(excess)}
      </td>
    </tr>
  )
})

type Props = {
  /** The worst first. */
  readonly workers: readonly MapWorker[]
  readonly chosen: number | undefined
  readonly onChoose: (userId: number | undefined) => void
}

/** Everybody on the map in few columns; a row shows its person on the map, a name leads to their condition. */
export const WorkerTable = ({ workers, chosen, onChoose }: Props) => {
  const [drawn, setDrawn] = useState(step)
  const place = workers.findIndex(({ userId }) => userId === chosen)
  const shown = workers.slice(0, Math.max(drawn, place + 1))
  const left = workers.length - shown.length
  return (
    <>
      <table className={styles['table']} aria-label="作業者">
        <thead>
          <tr>
            <th>アラート</th>
            <th>{label.fullName}</th>
            <th className={styles['number']}>{label.heartRate}</th>
            <th className={styles['number']}>超過</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((worker) => (
            <Row key={worker.userId} worker={worker} isChosen={worker.userId === chosen} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <div className={styles['more']}>
          <Button size="small" onClick={() => setDrawn(shown.length + step)}>
            次の{Math.min(step, left)}人を表示（残り{left.toLocaleString('ja-JP')}人）
          </Button>
        </div>
      )}
    </>
  )
}
