import CloseOutlined from '@ant-design/icons/CloseOutlined'
import NodeIndexOutlined from '@ant-design/icons/NodeIndexOutlined'
import { labels, statusNames } from '@mimamori/contract/labels'
import type { MapWorker } from '@mimamori/contract/map-worker'
import { Button } from 'antd'
import { signed } from '@mimamori/contract/number-words'
import { gradeOf, gradeWordOf } from '../marks/grade.ts'
import { LevelLabel } from '../marks/level-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { errorLines } from '../platform/call-error.ts'
import { useNow } from '../platform/clock.ts'
import { agoInWords, clockOf } from '../platform/japan-time.ts'
import styles from './chosen-person.module.css'
import { hasTrail, positionInWords } from './people.ts'
import type { ChosenTrail, Detail } from './use-detail.ts'

const wayInWords = (points: readonly { readonly at: string }[]): string => {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined || last === undefined
    ? 'この2時間の位置はありません。'
    : `足取り ${clockOf(first.at)}から${clockOf(last.at)}まで（${points.length.toLocaleString('ja-JP')}か所）`
}

const Trail = ({ name, trail: { result, isShown, onShow } }: { readonly name: string; readonly trail: ChosenTrail }) => (
  <span className={styles['trail']}>
    <Button
      size="small"
      icon={<NodeIndexOutlined aria-hidden="true" />}
      aria-pressed={isShown}
      aria-label={`${name}の足取りを${isShown ? '隠す' : '表示'}`}
      loading={isShown && result.isFetching}
      onClick={() => onShow(!isShown)}
    >
      足取りを{isShown ? '隠す' : '表示'}
    </Button>
    <span role="status" className={styles['small']}>
      {!isShown && 'この2時間の位置を線で示します。見たことは記録に残ります。'}
      {isShown && result.error !== null && errorLines(result.error).map(({ text }) => text)}
      {isShown && result.data !== undefined && wayInWords(result.data.data)}
    </span>
  </span>
)

const Values = ({ worker }: { readonly worker: MapWorker }) => {
  const now = useNow(1_000)
  const values = [
    worker.heartRate === null ? null : `${labels.healthCondition.heartRate} ${worker.heartRate} bpm`,
    worker.excess === null ? null : `超過 ${signed(worker.excess)} ℃`,
    worker.status === '' ? null : statusNames[worker.status],
    worker.time === null ? null : agoInWords(Date.parse(worker.time), now),
    worker.latitude === null ? null : positionInWords(worker, now),
  ].filter((value) => value !== null && value !== '')
  return (
    <span className={styles['small']}>
      {values.map((value) => (
        <span key={value} className={styles['value']}>
          {value}
        </span>
      ))}
    </span>
  )
}

type Props = { readonly detail: Pick<Detail, 'chosen' | 'map' | 'trail' | 'onPerson'> }

/** Who is chosen on the map: how they are, how old their place is, the way to their condition, and their trail. */
export const ChosenPerson = ({ detail: { chosen: worker, map, trail, onPerson } }: Props) => {
  const grade = worker && gradeOf(worker)
  return (
    <section className={styles['person']} aria-label="選択中の作業者">
      {worker === undefined ? (
        <p role="status">選んだ作業者は、いまこのマップにいません。</p>
      ) : (
        <>
          {grade !== undefined && <LevelLabel grade={grade} word={gradeWordOf(worker)} hollow={worker.status === '0'} />}
          <WorkerLink person={{ userId: worker.userId, baseName: null, groupName: null }} className={styles['name']}>
            {worker.workerName}
          </WorkerLink>
          <Values worker={worker} />
          {hasTrail(worker, map?.type ?? 1) && <Trail name={worker.workerName} trail={trail} />}
        </>
      )}
      <Button
        type="text"
        size="small"
        className={styles['close'] ?? ''}
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label="選択を解除"
        onClick={() => onPerson(undefined)}
      />
    </section>
  )
}
