import CheckOutlined from '@ant-design/icons/CheckOutlined'
import type { FirstSteps } from '@mimamori/contract/first-steps'
import type { UnregisteredDevice } from '@mimamori/contract/unregistered-device'
import { useId } from 'react'
import { Moment } from '../../marks/ago.tsx'
import { NextActions } from './next-actions.tsx'
import { type ShownStep, shownSteps, stepNames } from './step-words.ts'
import styles from './steps-panel.module.css'

const stateNames: Record<ShownStep['state'], string> = { done: '終わりました', next: '次にすること', later: 'このあと' }

const Mark = ({ number, state }: Pick<ShownStep, 'number' | 'state'>) => (
  <span className={styles['mark']} data-state={state} aria-hidden="true">
    {state === 'done' ? <CheckOutlined /> : number}
  </span>
)

type Props = {
  readonly steps: FirstSteps
  readonly title: string
  /** What sends and can be registered. */
  readonly arrived: readonly UnregisteredDevice[]
}

/** The six steps: what is done, and the one button of what is next. */
export const StepsPanel = ({ steps: { steps, officeId }, title, arrived }: Props) => {
  const id = useId()
  const shown = shownSteps(steps, arrived.length)
  const done = shown.filter(({ state }) => state === 'done').length
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        <p className={styles['count']} role="status">
          {steps.length}つのうち{done}つ終わりました
        </p>
      </header>
      <div className={styles['progress']} aria-hidden="true">
        {shown.map(({ step, state }) => (
          <span key={step.key} data-state={state} />
        ))}
      </div>
      <ol className={styles['steps']}>
        {shown.map(({ step, number, state, words }) => (
          <li key={step.key} className={styles['step']} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
            <Mark number={number} state={state} />
            <div className={styles['about']}>
              <h3 className={styles['name']}>
                {stepNames[step.key]}
                <span className="visually-hidden">（{stateNames[state]}）</span>
              </h3>
              <p className={styles['words']}>{words}</p>
              {state === 'next' && (
                <div className={styles['actions']}>
                  <NextActions step={step} officeId={officeId} arrived={arrived} />
                </div>
              )}
            </div>
            {state === 'done' && step.at !== null && (
              <p className={styles['at']}>
                作成 <Moment at={step.at} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
