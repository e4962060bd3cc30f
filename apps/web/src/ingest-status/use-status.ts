import { ingestStatus } from '@mimamori/contract/ingest-status'
import { unregisteredDevice } from '@mimamori/contract/unregistered-device'
import { useQuery } from '@tanstack/react-query'
import { queryClient, queryOf } from '../platform/query.ts'

/** Somebody is beside the sender and changes it until it is right. */
const refreshMs = 1_000

/**
 * What comes in at a site.
 * @param isAuto true: asked again each second, while the page can be seen
 */
export const useStatus = (officeId: number, isAuto: boolean) =>
  useQuery({ ...queryOf(ingestStatus.read, { query: { officeId } }), refetchInterval: isAuto && refreshMs })

/** Asks again at once, after a change or where nothing is asked by itself. */
export const refreshStatus = (): Promise<unknown> =>
  Promise.all([ingestStatus.read, unregisteredDevice.list].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
