import { longDate } from '@mimamori/contract/time-words'
import type { Step } from '@mimamori/contract/alert-record-steps'
import { clockOf, dateOf } from '../../platform/japan-time.ts'
import { RecordPanel } from './record-panel.tsx'
import styles from './record-steps.module.css'

const dayOf = (at: number) => dateOf(at)

/** The steps by number and time; a new day is said where it begins. */
export const RecordSteps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <RecordPanel title="したこと" hint={`${steps.length}件`}>
    <ol className={styles['steps']}>
      {steps.map((step, index) => {
        const before = steps[index - 1]
        const isNewDay = before !== undefined && dayOf(before.at) !== dayOf(step.at)
        return (
          <li key={index} className={styles['step']}>
            <span className={styles['number']}>{index + 1}</span>
            <span className={styles['time']}>
              {isNewDay && <span className={styles['day']}>{longDate(dayOf(step.at))}</span>}
              {clockOf(step.at)}
            </span>
            <span className={styles['what']}>
              <strong>{step.title}</strong>
              {step.by !== null && <span className={styles['by']}>{step.by}</span>}
            </span>
            <span className={styles['detail']}>{step.detail}</span>
          </li>
        )
      })}
    </ol>
  </RecordPanel>
)
