import { endpoints } from '@mimamori/contract/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import type { DayOffset } from './detail-search.ts'

/**
 * A person's day, kept current while `auto`. Days are counted from today, so that on a screen that is left open over
 * midnight another day is read under the same number.
 */
export const useDetail = (userId: number | undefined, day: DayOffset, auto: boolean) => {
  const today = dateOf(useNow(60_000))
  const { queryKey, ...detail } = queryOf(endpoints.healthCondition.detail, { params: { userId: userId ?? 0, dayOffset: day } })
  const concerns = (rows: readonly { readonly userId: number | null }[]) => rows.some((row) => row.userId === userId)
  return useLiveQuery({
    query: {
      ...detail,
      queryKey: [...queryKey, today],
      enabled: userId !== undefined,
      // Another day of the same person replaces the shown one when it is there; another person never shows under this name.
      placeholderData: (previous, query) =>
        (query?.queryKey[1] as { params: { userId: number } } | undefined)?.params.userId === userId
          ? keepPreviousData(previous)
          : undefined,
    },
    patches: {
      condition: (data, rows) => ({ data, refetch: day === 0 && concerns(rows) }),
      alert: (data, episodes) => ({ data, refetch: concerns(episodes) }),
    },
    on: auto,
  })
}
