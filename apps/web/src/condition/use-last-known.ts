import type { AlertEpisode } from '@mimamori/contract/alert'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { endpoints } from '@mimamori/contract/endpoints'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'

const { list } = endpoints.healthCondition

/** A row, when the server said it, and an alert of the person, which knows whom to call. */
export type LastKnown = { readonly row: HealthRow; readonly readAt: number; readonly episode: AlertEpisode | undefined }

/** What the latest of the lists that were shown before said of somebody; undefined where none did. */
export const lastKnownOf = (client: QueryClient, userId: number | undefined): LastKnown | undefined => {
  const episode = client
    .getQueriesData<AnswerOf<typeof endpoints.alert.list>>({ queryKey: [endpoints.alert.list.path] })
    .flatMap(([, answer]) => answer?.data ?? [])
    .find((one) => one.userId === userId)
  return client
    .getQueriesData<AnswerOf<typeof list>>({ queryKey: [list.path] })
    .flatMap(([key, answer]) => {
      const readAt = client.getQueryState(key)?.dataUpdatedAt ?? 0
      return (answer?.data ?? []).filter((row) => row.userId === userId).map((row) => ({ row, readAt, episode }))
    })
    .toSorted((one, other) => other.readAt - one.readAt)[0]
}

/** The same of this console, while somebody's own day cannot be read. */
export const useLastKnown = (userId: number | undefined): LastKnown | undefined => lastKnownOf(useQueryClient(), userId)
