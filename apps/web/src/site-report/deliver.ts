import { sendReport } from './calls.ts'
import type { UnsentReport } from './kept-reports.ts'

/** After so long without an answer the page says that it has not arrived, and whom to call. Customer's figure. */
const patienceMs = 5_000
const againMs = 3_000

type Outcomes = {
  readonly onArrived: (receipt: string) => void
  /** The link was revoked: it will never be taken. */
  readonly onEnded: () => void
  /** It has not arrived although it should have; it is tried further. */
  readonly onLate: () => void
}

/**
 * Sends a report until it has arrived.
 * @returns what stops it
 */
export const deliver = ({ link, draft, key, writtenAt }: UnsentReport, { onArrived, onEnded, onLate }: Outcomes): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isTrying = false
  const late = setTimeout(onLate, Math.max(0, writtenAt + patienceMs - Date.now()))
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(late)
    removeEventListener('online', attempt)
  }
  const attempt = async () => {
    clearTimeout(timer)
    if (isTrying) return
    isTrying = true
    const answer = await sendReport(link, draft, key)
    isTrying = false
    if (isOver) return
    if (answer.kind === 'answered' || answer.kind === 'ended') stop()
    if (answer.kind === 'answered') return onArrived(answer.value.receipt)
    if (answer.kind === 'ended') return onEnded()
    onLate()
    timer = setTimeout(attempt, againMs)
  }
  addEventListener('online', attempt)
  void attempt()
  return stop
}
