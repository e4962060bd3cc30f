import { connection, type ConnectionTrialResult } from '@mimamori/contract/connection'
import type { MappingEntry } from '@mimamori/contract/connection-mapping'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { typingPauseMs } from '../kit/typing-pause.ts'
import { queryOf } from '../platform/query.ts'
import { refreshConnections } from './connection-calls.ts'
import { likelyKind } from './mapping-draft.ts'

/** How often the next message is looked for: while somebody waits beside the meter, and before the first. */
const waitMs = 2_000
const firstMs = 10_000

type Trial = {
  readonly result: UseQueryResult<ConnectionTrialResult>
  readonly isWaiting: boolean
  /** Waits for the next message, or no longer. */
  readonly wait: (on: boolean) => void
}

type Shown = {
  /** Whose last message is tried; undefined for the newest of all, until one has come. */
  readonly devEui: string | undefined
  /** Whether the next message of any DevEUI is waited for, rather than of this one. */
  readonly isAnyNext: boolean
  /** When the connection last sent. */
  readonly lastAt: string | null
  readonly onShow: (devEui: string) => void
}

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one

/** What a mapping makes of the last message of a DevEUI, a moment after the mapping was changed. */
export const useTrial = (id: string, mapping: readonly MappingEntry[], { devEui, isAnyNext, lastAt, onShow }: Shown): Trial => {
  const [tried, setTried] = useState(mapping)
  useEffect(() => {
    const timer = setTimeout(() => setTried(mapping), typingPauseMs)
    return () => clearTimeout(timer)
  }, [mapping])
  /** When the message came after which the next is waited for; undefined where none is. */
  const [before, setBefore] = useState<string | null>()
  const isWaiting = before !== undefined
  const whose = isWaiting && isAnyNext ? undefined : devEui
  const result = useQuery({
    ...queryOf(connection.trial, {
      params: { id },
      body: { mapping: [...tried], kind: likelyKind(tried), ...(whose !== undefined && { devEui: whose }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (isWaiting) return waitMs
      return data !== undefined && data.message === null && firstMs
    },
  })
  const keptAt = result.data?.keptAt ?? null
  const shown = result.data?.devEui ?? null
  const isNext = isWaiting && keptAt !== null && laterOf(before, keptAt) !== before
  // From now on it is this one's that is shown: others send too, and must not take its place.
  const isToShow = shown !== null && shown !== devEui && !result.isPlaceholderData && (isNext || (devEui === undefined && !isWaiting))
  useEffect(() => {
    if (isToShow) onShow(shown)
  }, [isToShow, shown, onShow])
  if (isNext && shown === devEui) setBefore(undefined)
  // Where a message has come, its DevEUI may be new.
  useEffect(() => {
    if (keptAt !== null) void refreshConnections()
  }, [keptAt])
  return { result, isWaiting, wait: (on) => setBefore(on ? laterOf(keptAt, lastAt) : undefined) }
}
