import type { Downlink } from '@mimamori/contract/downlink'
import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEvery } from '../kit/use-every.ts'
import { useLive } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { isOpen } from './confirmation.ts'

/** Enough to find what became of each field. */
const mostRead = 50
const refreshMs = 2_000
/** A device that is away is not expected from one second to the next. */
const refreshOfAwayMs = 10_000

/** The device that a panel is about. */
export type SelectedDevice = { readonly kind: 'belt' | 'barometer'; readonly officeId: number; readonly serial: string }

/**
 * A device's commands, newest first: read again with every step of one, and now and then while it may still answer one
 * or be sent it again, because the stream has no news of a device that was never heard.
 */
export const useDownlinks = ({ kind, officeId, serial }: SelectedDevice) => {
  const result = useQuery(queryOf(endpoints.downlink.list, { query: { device: serial, kind, officeId, limit: mostRead } }))
  const commands: readonly Downlink[] | undefined = result.data?.data
  const refetch = () => void result.refetch()
  useLive(true, {
    device: (devices) => {
      if (devices.some((changed) => changed.kind === kind && changed.serial === serial)) refetch()
    },
    reset: refetch,
  })
  useEvery(refreshMs, commands?.some(({ state }) => isOpen(state)) ?? false, refetch)
  useEvery(refreshOfAwayMs, commands?.some(({ renews }) => renews) ?? false, refetch)
  return { commands, result }
}
