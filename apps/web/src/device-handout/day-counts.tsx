import { type WearDay, type WearState, wearStateNames } from '@mimamori/contract/wear'
import { Panel } from '../kit/panel.tsx'
import styles from './day-counts.module.css'
import { TagMark } from './tag-mark.tsx'
import { stateHints } from './words.ts'

const order = ['worn', 'notHeard', 'notHanded', 'returned', 'notReturned'] as const satisfies readonly WearState[]

type DayCountsProps = {
  readonly day: Pick<WearDay, 'states' | 'count'>
  readonly chosen: WearState | undefined
  readonly onChoose: (state: WearState | undefined) => void
}

/** How many people have which state; each narrows the list to its people. */
export const DayCounts = ({ day, chosen, onChoose }: DayCountsProps) => (
  <Panel>
    <div className={styles['counts']} role="group" aria-label="状態ごとの人数">
      <p className={styles['all']}>
        <strong>きょうの人</strong>
        <span>{day.count}人</span>
      </p>
      {order.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          className={styles['count']}
          onClick={() => onChoose(chosen === state ? undefined : state)}
        >
          <TagMark state={state} />
          <strong>{day.states[state]}</strong>
          <span>{state === 'notHeard' ? '渡したが受信なし' : wearStateNames[state]}</span>
          <small>{stateHints[state]}</small>
        </button>
      ))}
    </div>
  </Panel>
)
