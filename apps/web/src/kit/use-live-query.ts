import { useQuery, useQueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLive } from '../platform/live.ts'
import type { LiveName } from '@mimamori/contract/live-names'
import type { LiveData } from '../platform/live-hub.ts'
import { useEvery } from './use-every.ts'
import { useThrottle } from './use-throttle.ts'

/** The first news is answered by a read at once, what follows by one after a rest, and where it never ends, by one in so long. */
const firstRestMs = 500
const longestRestMs = 2_000

/** The refresh the customer asked for (spec §9), which continues whatever becomes of the stream. */
const refreshMs = 60_000

/** What news does to an answer. */
export type Patched<Data> = {
  /** The answer with the news in it; the same object where nothing of it changes. */
  readonly data: Data
  /** True where only the server can say what the answer is now: who belongs to it, in which order, on which page. */
  readonly refetch: boolean
}

/** The events of the stream about rows; the others are about the stream itself. */
type News = Exclude<LiveName, 'reset' | 'ping'>

/** How each kind of news changes an answer; kinds that are left out are none of its. Pure. */
export type Patches<Data> = { readonly [Name in News]?: (data: Data, news: LiveData[Name]) => Patched<Data> }

type LiveQuery<Data> = {
  /** `queryOf` a call. */
  readonly query: UseQueryOptions<Data>
  readonly patches: Patches<Data>
  /** False: neither the stream nor the clock changes it. */
  readonly on?: boolean
  /** It is read again each so many milliseconds; each minute where nothing is said. */
  readonly everyMs?: number
  /** Puts an answer that news asked for into the place of the shown one, so that no row moves under a finger. */
  readonly settle?: (shown: Data, read: Data) => Data
}

/**
 * An answer that is kept current: news of the event stream is patched in where that can be done, else, and where the
 * stream does not know what happened, the answer is read again at once, without looking busy; while news does not end, at most once in
 * two seconds.
 */
export const useLiveQuery = <Data>({ query, patches, on = true, everyMs = refreshMs, settle }: LiveQuery<Data>): UseQueryResult<Data> => {
  const client = useQueryClient()
  const result = useQuery(query)
  const isOn = on && query.enabled !== false
  useEvery(everyMs, isOn, () => void result.refetch())

  // What is heard while the server answers may not be in its answer.
  const heard = useRef<((data: Data) => Data)[]>(undefined)
  const readThrottled = useThrottle(firstRestMs, longestRestMs, async () => {
    const { queryKey, queryFn } = query
    // What the list is reading by itself may be of before the news, and would be taken for newer: it comes first. Not where it waits for a
    // line, or for somebody to look at the tab.
    const own = client.getQueryCache().find({ queryKey, exact: true })
    if (own?.state.fetchStatus === 'fetching') await own.promise?.catch(() => undefined)
    // All is forgotten, as at a sign-out.
    if (client.getQueryState<Data>(queryKey)?.data === undefined) return
    const requestedAt = Date.now()
    const missed: ((data: Data) => Data)[] = []
    heard.current = missed
    try {
      // Beside the list's own query: nothing is to look busy over what nobody asked for.
      const read = await client.query<Data>({ queryKey: ['news', ...queryKey], ...(queryFn !== undefined && { queryFn }), gcTime: 0 })
      const state = client.getQueryState<Data>(queryKey)
      // What the list has read meanwhile is newer: a row that was deleted must not come back.
      if (state?.data === undefined || state.dataUpdatedAt > requestedAt) return
      const settled: Data = settle?.(state.data, read) ?? read
      const current: Data = missed.reduce<Data>((data, patch) => patch(data), settled)
      client.setQueryData<Data>(queryKey, current)
    } catch {
      // The query tries for itself, and says how old it is where that fails too; not once all is forgotten.
      if (client.getQueryState<Data>(queryKey) !== undefined) await result.refetch()
    } finally {
      heard.current = undefined
    }
  })

  const hear = (patch: (data: Data) => Patched<Data>) => {
    const state = client.getQueryState<Data>(query.queryKey)
    if (state?.data === undefined) return
    const { data, refetch } = patch(state.data)
    const isChanged = data !== state.data
    // The time of the last read stays: it is what a failed refresh counts the age from.
    if (isChanged) client.setQueryData<Data>(query.queryKey, data, { updatedAt: state.dataUpdatedAt })
    if (isChanged) heard.current?.push((later) => patch(later).data)
    if (refetch || (isChanged && state.fetchStatus === 'fetching')) readThrottled()
  }
  const ofRows = Object.entries(patches) as [News, (data: Data, news: LiveData[News]) => Patched<Data>][]
  useLive(isOn, {
    ...Object.fromEntries(ofRows.map(([name, patch]) => [name, (news: LiveData[News]) => hear((data) => patch(data, news))])),
    reset: readThrottled,
    // What could not be read while the line was cut need not wait for the minute.
    reopened: () => result.isError && void result.refetch(),
  })
  return result
}
