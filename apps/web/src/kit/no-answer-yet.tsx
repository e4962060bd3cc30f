import styles from './no-answer-yet.module.css'
import { ListFailure } from './list-failure.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'

/** A question to the server that has no answer so far. */
type Unanswered = { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }

/**
 * Shown while there is no answer: that it is on its way, or why it did not come and a button to try again.
 * @param height in px, about as much as the answer will take, so that little moves when it comes
 */
export const NoAnswerYet = ({ result, height = 240 }: { readonly result: Unanswered; readonly height?: number }) => (
  <div className={styles['place']} style={{ minHeight: height }}>
    {result.error === null ? <LoadingOverlay /> : <ListFailure error={result.error} result={result} />}
  </div>
)
