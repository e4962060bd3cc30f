import type { AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { useMemo } from 'react'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { dangersAmong } from './dangers.ts'
import { patchEpisodes } from './episodes.ts'

const { list } = endpoints.alert
const mostShown = 100

/**
 * The dangers of one person as they are now, whatever day a screen shows, kept current within a second.
 * @param known what the screen knows of them until the answer is there, and where none comes
 * @param on false for a viewer who answers no alerts
 */
export const useDangersOf = (userId: number | undefined, known: readonly AlertEpisode[], on: boolean): readonly AlertEpisode[] => {
  const query = { userId: String(userId ?? 0), limit: mostShown } as const
  const { data } = useLiveQuery({
    query: { ...queryOf(list, { query }), enabled: on && userId !== undefined },
    patches: { alert: patchEpisodes(query) },
    on,
  })
  return useMemo(() => (on ? dangersAmong(data?.data ?? known) : []), [on, data, known])
}
