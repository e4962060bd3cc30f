import type { Plan } from '@mimamori/contract/plan'
import type { ReactNode } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { PlanBody } from './plan-body.tsx'
import styles from './plan-result.module.css'

type Result = {
  readonly data: Plan | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

type Props = {
  readonly result: Result
  /** The plan as it is shown, what is tried included. */
  readonly shown: Plan | undefined
  readonly day: string
  readonly today: string
  readonly mayChange: boolean
  readonly trial: ReactNode
  readonly action: ReactNode
}

/** The plan once it is there; how old it is where a newer one does not come. */
export const PlanResult = ({ result, shown, ...body }: Props) =>
  shown === undefined ? (
    <Panel>
      <NoAnswerYet result={result} height={480} />
    </Panel>
  ) : (
    <>
      {result.error !== null && (
        <div className={styles['stale']}>
          <StaleBanner result={result} />
        </div>
      )}
      <PlanBody plan={shown} {...body} />
    </>
  )
