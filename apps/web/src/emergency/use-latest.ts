import { handlings, type AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLive } from '../platform/live.ts'

type Episodes = AnswerOf<typeof endpoints.alert.list>

const further = (a: AlertEpisode, b: AlertEpisode) => (handlings.indexOf(b.handling) > handlings.indexOf(a.handling) ? b : a)

/**
 * An episode as the console knows it by now; somebody else may have answered it since it was read.
 * @param opened as somebody took it from a list
 */
export const useLatest = (opened: AlertEpisode): AlertEpisode => {
  const client = useQueryClient()
  const [heard, setHeard] = useState(opened)
  useLive(true, { alert: (episodes) => setHeard((known) => episodes.find(({ id }) => id === opened.id) ?? known) })
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)), [client])
  // Lists that left the screen stay in the cache as they were. Handling only goes forward, so what is furthest is newest.
  return useSyncExternalStore(subscribe, () =>
    client
      .getQueriesData<Episodes>({ queryKey: [endpoints.alert.list.path] })
      .flatMap(([, answer]) => answer?.data ?? [])
      .filter(({ id }) => id === opened.id)
      .reduce(further, heard),
  )
}
