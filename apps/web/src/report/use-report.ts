import { endpoints } from '@mimamori/contract/endpoints'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { type Choice, requestOf } from './choice.ts'

/**
 * The table that is asked for, with what it was asked for: while the next one is on its way the one before stays, and
 * must not stand under another's name.
 */
export const useReport = (choice: Choice) => {
  const body = requestOf(choice)
  return useQuery({
    queryKey: [endpoints.report.table.path, body],
    queryFn: body === undefined ? skipToken : async ({ signal }) => ({ choice, ...(await call(endpoints.report.table, { body, signal })) }),
    placeholderData: keepPreviousData,
  })
}

export type ShownReport = NonNullable<ReturnType<typeof useReport>['data']>
