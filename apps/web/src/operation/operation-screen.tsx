import { message } from '@mimamori/contract/messages'
import { type OperationPart, type OperationStatus, operationStateNames } from '@mimamori/contract/operation'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import type { Readiness } from '../platform/readiness.ts'
import { JobsPanel } from './jobs-panel.tsx'
import styles from './operation.module.css'
import { PartsPanel } from './parts-panel.tsx'
import { ProcessesPanel } from './processes-panel.tsx'
import { useOperation, useReadiness } from './use-operation.ts'

const ill = (part: 'database' | 'broker', meaning: string, action: string): OperationPart => ({
  part,
  state: 'needsHand',
  since: null,
  meaning,
  action,
  facts: [],
})

/** What is known to be ill while the server cannot read its database. */
const illOf = (readiness: Readiness | null | undefined): OperationPart[] => [
  ...(readiness?.parts.database === false ? [ill('database', message('databaseUnreachable'), message('databaseUnreachableAction'))] : []),
  ...(readiness?.parts.broker === false ? [ill('broker', message('brokerAway'), message('brokerAction'))] : []),
]

const countsOf = (parts: readonly OperationPart[]): string =>
  (['needsHand', 'attention'] as const)
    .flatMap((state) => {
      const count = parts.filter((part) => part.state === state).length
      return count === 0 ? [] : [`${operationStateNames[state]} ${count}`]
    })
    .join('・')

type BodyProps = { readonly status: OperationStatus; readonly known: readonly OperationPart[] }

/** What is known now takes the place of what was read before. */
const Body = ({ status, known }: BodyProps) => {
  const now = Date.parse(status.at)
  const parts = [...known, ...status.parts.filter(({ part }) => known.every((one) => one.part !== part))]
  return (
    <>
      <PartsPanel parts={parts} now={now} />
      <ProcessesPanel processes={status.processes} now={now} />
      <JobsPanel jobs={status.jobs} now={now} />
    </>
  )
}

/** /operation: how the service itself is, part by part, and what to do. Also while its database is away, as far as that is known. */
export const OperationScreen = () => {
  const result = useOperation()
  const known = illOf(useReadiness(result.error !== null))
  const { data } = result
  const counts = data === undefined || result.error !== null ? '' : countsOf(data.parts)
  return (
    <>
      <PageTitle count={counts === '' ? undefined : counts}>
        {data !== undefined && <span className={styles['count']}>バージョン {data.version}</span>}
      </PageTitle>
      <div className={styles['stack']}>
        {data !== undefined && result.error !== null && (
          <div className={styles['stale']}>
            <StaleBanner result={result} />
          </div>
        )}
        {data === undefined && known.length > 0 && <PartsPanel parts={known} now={0} />}
        {data === undefined ? (
          <Panel>
            <NoAnswerYet result={result} height={420} />
          </Panel>
        ) : (
          <Body status={data} known={known} />
        )}
      </div>
    </>
  )
}
