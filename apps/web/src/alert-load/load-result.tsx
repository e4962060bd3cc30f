import { type AlertLoad, isEmptyLoad } from '@mimamori/contract/alert-load'
import { EmptyState } from '../kit/empty-state.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { LoadBody } from './load-body.tsx'
import styles from './load-screen.module.css'

type Result = {
  readonly data: AlertLoad | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

const nothingYet = {
  filtered: '',
  none: 'この期間の記録はありません',
  wayOut: '測定が始まると、アラートと通知の数がここに出ます。ほかの期間も選べます。',
}

/** The figures once they are there; how old they are where newer ones do not come. */
export const LoadResult = ({ result }: { readonly result: Result }) => {
  const { data, error } = result
  if (data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  return (
    <>
      {error !== null && (
        <div className={styles['stale']}>
          <StaleBanner result={result} />
        </div>
      )}
      {isEmptyLoad(data) ? (
        <Panel>
          <EmptyState empty={nothingYet} filtered={false} onClear={() => undefined} />
        </Panel>
      ) : (
        <LoadBody load={data} />
      )}
    </>
  )
}
