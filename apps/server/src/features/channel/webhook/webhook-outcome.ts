import type { ChannelAnswer, ChannelOutcome } from '../senders/channel-sender.ts'
import { readAnswer, retryAfterMs } from '../senders/read-answer.ts'

/**
 * What a receiver's answer means by Standard Webhooks: 2xx is taken, 410 wants nothing more, and all else is tried again, a redirect
 * among it, since none is followed. A receiver that is being repaired answers 401 or 404 for a while.
 */
export const webhookOutcome = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  const { status, headers } = answer
  if (status === 410) return { kind: 'refused', failure: 'gone' }
  const outcome = readAnswer(answer, now)
  if (outcome.kind !== 'refused') return outcome
  return { kind: 'retry', failure: outcome.failure, retryAfterMs: retryAfterMs(headers, now) }
}
