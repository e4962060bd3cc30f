import { mostAcknowledged, type AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { useMemo } from 'react'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { patchEpisodes } from './episodes.ts'

const { list } = endpoints.alert

/**
 * The alerts of these people that nobody has seen yet, on whatever list or page they are: who meets a person has seen
 * all their alerts. Empty until it is known. What happened at a site that the viewer does not see is answered there.
 */
export const useOpenOf = (people: readonly number[], on = true): readonly AlertEpisode[] => {
  const userId = [...new Set(people)].toSorted((a, b) => a - b).join(',')
  const query = { userId, handling: 'open', limit: mostAcknowledged } as const
  const { data } = useLiveQuery({
    query: { ...queryOf(list, { query }), enabled: userId !== '' },
    patches: { alert: patchEpisodes(query) },
    on,
  })
  return useMemo(() => (userId === '' ? [] : (data?.data ?? []).filter(({ baseName }) => baseName !== null)), [userId, data])
}
