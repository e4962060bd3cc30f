import type { ChannelAnswer, ChannelOutcome } from './channel-sender.ts'

const longestPauseMs = 3_600_000
const shortestPauseMs = 1_000

/** For how long a service asked to be left alone (Retry-After: seconds, or a date), an hour at most, ms; undefined where it did not. */
export const retryAfterMs = (headers: Headers, now: Date): number | undefined => {
  const given = headers.get('retry-after')
  if (given === null) return undefined
  const seconds = Number(given)
  const delayMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - now.getTime()
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, shortestPauseMs), longestPauseMs)
}

/** What an answer means by its status alone: 2xx is sent; too busy and broken is tried again; anything else is refused. */
export const readAnswer = ({ status, headers }: ChannelAnswer, now: Date): ChannelOutcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  switch (status) {
    case 401:
    case 403:
      return { kind: 'refused', failure: 'unauthorized' }
    case 404:
    case 410:
      return { kind: 'refused', failure: 'notFound' }
    case 408:
    case 425:
      return { kind: 'retry', failure: 'serverFault' }
    case 429:
      return { kind: 'retry', failure: 'busy', retryAfterMs: retryAfterMs(headers, now) ?? 60_000 }
    default:
      return status >= 500
        ? { kind: 'retry', failure: 'serverFault', retryAfterMs: retryAfterMs(headers, now) }
        : { kind: 'refused', failure: 'refused' }
  }
}
