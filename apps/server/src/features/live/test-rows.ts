import type { HealthRow } from '@mimamori/contract'
import type { StreamEvent } from '../../platform/http/test-stream.ts'

/** The rows of condition events. */
export const rowsOf = (events: readonly StreamEvent[]): HealthRow[] =>
  events.filter(({ event }) => event === 'condition').flatMap(({ data }) => data as HealthRow[])
