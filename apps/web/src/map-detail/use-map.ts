import type { AlertEpisode } from '@mimamori/contract/alert'
import { siteMap } from '@mimamori/contract/site-map'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { patchPlaces } from './live-places.ts'
import type { Pin } from './pins.ts'

/** Rows of a page of emergencies. */
export const emergencyPageSize = 10

type MapQuery = {
  readonly mapId: number
  readonly groupId: number | undefined
  readonly auto: boolean
}

const mapIdOf = (key: readonly unknown[] | undefined) => (key?.[1] as { params?: { id?: number } } | undefined)?.params?.id

/** The map with its devices and people; with auto-update read again each minute and followed by the event stream in between. */
export const useMap = ({ mapId, groupId, auto }: MapQuery) =>
  useLiveQuery({
    query: {
      ...queryOf(siteMap.one, { params: { id: mapId }, query: { groupId } }),
      // Another group of the same map replaces the shown one when it is there; another map never shows under this name.
      placeholderData: (previous, query) => (mapIdOf(query?.queryKey) === mapId ? keepPreviousData(previous) : undefined),
      enabled: Number.isInteger(mapId),
    },
    patches: {
      place: patchPlaces({ mapId, groupId }),
      // Saved, or something was placed: only the server knows the map now.
      map: (data, offices) => ({ data, refetch: offices.some(({ officeId }) => officeId === data.officeId) }),
    },
    on: auto,
  })

type RecordsQuery = MapQuery & {
  readonly pin: Pin | undefined
  readonly page: number
  /** False until it is known that there is such a map, and such a device on it. */
  readonly on: boolean
}

const isEmergency = ({ emergency, kind }: AlertEpisode) => emergency === '1' || kind === 'emergency'

/** A page of the emergencies of the chosen device, or of the whole map, the newest first. */
export const useEmergencyRecords = ({ mapId, groupId, auto, pin, page, on }: RecordsQuery) =>
  useLiveQuery({
    query: {
      ...queryOf(siteMap.emergencies, {
        params: { id: mapId },
        query: {
          groupId,
          kind: pin?.kind,
          serialNumber: pin?.serialNumber,
          offset: (page - 1) * emergencyPageSize,
          limit: emergencyPageSize,
        },
      }),
      placeholderData: (previous, query) => (mapIdOf(query?.queryKey) === mapId ? keepPreviousData(previous) : undefined),
      enabled: on,
    },
    patches: { alert: (data, episodes) => ({ data, refetch: episodes.some(isEmergency) }) },
    on: auto,
  })

/** The way of somebody over the last two hours. Each read is on record, so it is read when somebody opens it, and not again. */
export const useTrail = (userId: number | undefined) =>
  useQuery({
    ...queryOf(siteMap.trail, { params: { userId: userId ?? 0 } }),
    enabled: userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
