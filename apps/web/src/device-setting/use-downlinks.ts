import type { Downlink } from '@mimamori/contract/downlink'
import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEvery } from '../kit/use-every.ts'
import { queryOf } from '../platform/query.ts'
import { isOpen } from './confirmation.ts'

/** Enough to find what became of each field. */
const mostRead = 50
const refreshMs = 2_000

/** The device that a panel is about. */
export type Chosen = { readonly kind: 'belt' | 'barometer'; readonly officeId: number; readonly serial: string }

/** A device's commands, newest first, read again and again while it may still answer one of them. */
export const useDownlinks = ({ kind, officeId, serial }: Chosen) => {
  const result = useQuery(queryOf(endpoints.downlink.list, { query: { device: serial, kind, officeId, limit: mostRead } }))
  const commands: readonly Downlink[] | undefined = result.data?.data
  useEvery(refreshMs, commands?.some(({ state }) => isOpen(state)) ?? false, () => void result.refetch())
  return { commands, result }
}
