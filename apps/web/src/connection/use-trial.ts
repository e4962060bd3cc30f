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

/** What a mapping makes of the last message of a connection, a moment after the mapping was changed. */
export const useTrial = (id: string, mapping: readonly MappingEntry[]): Trial => {
  const [tried, setTried] = useState(mapping)
  useEffect(() => {
    const timer = setTimeout(() => setTried(mapping), typingPauseMs)
    return () => clearTimeout(timer)
  }, [mapping])
  /** When the message came after which the next is waited for; undefined where none is. */
  const [before, setBefore] = useState<string | null>()
  const isWaiting = before !== undefined
  const result = useQuery({
    ...queryOf(connection.trial, { params: { id }, body: { mapping: [...tried], kind: likelyKind(tried) } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (isWaiting) return waitMs
      return data !== undefined && data.message === null && firstMs
    },
  })
  const keptAt = result.data?.keptAt ?? null
  if (isWaiting && result.data !== undefined && keptAt !== before) setBefore(undefined)
  // Where a message has come, its DevEUI may be new.
  useEffect(() => {
    if (keptAt !== null) void refreshConnections()
  }, [keptAt])
  return { result, isWaiting, wait: (on) => setBefore(on ? keptAt : undefined) }
}
