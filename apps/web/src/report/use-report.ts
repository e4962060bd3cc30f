import { endpoints } from '@mimamori/contract/endpoints'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { type Choice, requestOf } from './choice.ts'
import { lostOf, useRoster } from './use-roster.ts'

/**
 * The requested table, with its request: while the next one is on its way the previous one stays, and
 * must not be shown under the name of another.
 */
export const useReport = (choice: Choice) => {
  const body = requestOf(choice)
  return useQuery({
    queryKey: [endpoints.report.table.path, body],
    queryFn: body === undefined ? skipToken : async ({ signal }) => ({ choice, ...(await call(endpoints.report.table, { body, signal })) }),
    placeholderData: keepPreviousData,
  })
}

/** Whether a table is refused for people who are not, or no longer, there: asking again never helps. */
export const useIsLost = (choice: Choice, error: Error | null, today: string): boolean => {
  const roster = useRoster(choice, today)
  const requestedWorkers = requestOf(choice)?.workers ?? []
  return error instanceof AnswerError && error.status === 404 && lostOf(roster, requestedWorkers).length > 0
}

export type ShownReport = NonNullable<ReturnType<typeof useReport>['data']>
