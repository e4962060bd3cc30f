import type { AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import type { AnswerOf, QueryIn } from '@mimamori/contract/endpoint'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { setServerTime } from '../platform/clock.ts'
import { useEvery } from '../kit/use-every.ts'
import { useLive } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { byNeed, isOpenEmergency, patchEpisodes } from './episodes.ts'

const { list } = endpoints.alert
type AlertQuery = QueryIn<typeof list>
type Answer = AnswerOf<typeof list>

/** The console's own refresh, which goes on whatever becomes of the event stream (spec §9). */
const refreshMs = 60_000
const mostShown = 500

const belongs = (episode: AlertEpisode, query: AlertQuery) =>
  (query.kind === undefined || episode.kind === query.kind) && (query.officeId === undefined || episode.officeId === Number(query.officeId))

/** Puts changed episodes into every list of them on screen. */
export const patchEpisodeLists = (client: QueryClient, changes: readonly AlertEpisode[]): void => {
  for (const [key, answer] of client.getQueriesData<Answer>({ queryKey: [list.path] })) {
    if (answer === undefined) continue
    const query = (key[1] as { query: AlertQuery }).query
    const known = new Set(answer.data.map((episode) => episode.id))
    const data = patchEpisodes(
      answer.data,
      changes.filter((episode) => known.has(episode.id) || belongs(episode, query)),
    )
    client.setQueryData<Answer>(key, { data, count: answer.count + data.length - answer.data.length })
  }
}

/** The episodes nobody has closed yet, kept current within a second. */
export const useEpisodes = (on: boolean, filter: Pick<AlertQuery, 'kind' | 'officeId'> = {}) => {
  const client = useQueryClient()
  const result = useQuery({ ...queryOf(list, { query: { ...filter, limit: mostShown } }), enabled: on })
  useEvery(refreshMs, on, () => void result.refetch())
  useLive(on, {
    alert: (changes) => patchEpisodeLists(client, changes),
    reopened: () => void result.refetch(),
    ping: ({ at }) => setServerTime(Date.parse(at)),
  })
  return result
}

/** The open emergencies in the viewer's scope, the most urgent first. */
export const useEmergencies = (on: boolean): readonly AlertEpisode[] => {
  const { data } = useEpisodes(on, { kind: 'emergency' })
  return useMemo(() => (data?.data ?? []).filter(isOpenEmergency).toSorted(byNeed), [data])
}
