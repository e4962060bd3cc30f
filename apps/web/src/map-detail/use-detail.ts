import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import type { MapWorker } from '@mimamori/contract/map-worker'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { usePointedOrFocused } from '../kit/use-held.ts'
import { useHeldOrder } from '../kit/use-held-order.ts'
import { AnswerError } from '../platform/call-error.ts'
import { readSearch, useScreenSearch, type SearchOf } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { attachedTo, hasTrail, worstFirst } from './people.ts'
import { pinsOf } from './pins.ts'
import { useEmergencyRecords, useMap, useTrail } from './use-map.ts'

const keyOf = ({ userId }: { readonly userId: number }) => userId
const nobody: never[] = []

/** What the address says, and how it is changed: a choice of group, device or person is no step of its own in the history. */
const useAddress = () => {
  const { id = '' } = useParams({ strict: false })
  const { groupId, device, UserId } = useScreenSearch('mapDetail')
  const navigate = useNavigate()
  const go = useCallback(
    (change: SearchOf<'mapDetail'>) =>
      void navigate({
        to: screens.mapDetail.path,
        params: { id },
        search: (now) => ({ ...readSearch(screenSearch.mapDetail, now), ...change }),
        replace: true,
      }),
    [navigate, id],
  )
  const onDevice = useCallback((key: string | null) => go({ device: key ?? undefined }), [go])
  const onPerson = useCallback((userId: number | undefined) => go({ UserId: userId }), [go])
  return { mapId: /^\d+$/.test(id) ? Number(id) : Number.NaN, groupId, device, userId: UserId, go, onDevice, onPerson }
}

/** The trail of the chosen person: only while they are in danger, and once it was asked for. */
const useChosenTrail = (chosen: MapWorker | undefined, mapType: number) => {
  const [pinRequested, setPinRequested] = useState<number>()
  const userId = chosen !== undefined && hasTrail(chosen, mapType) && chosen.userId === pinRequested ? pinRequested : undefined
  const result = useTrail(userId)
  return { result, isShown: userId !== undefined, onShow: (shown: boolean) => setPinRequested(shown ? chosen?.userId : undefined) }
}
export type ChosenTrail = ReturnType<typeof useChosenTrail>

/** Everything the screen shows: the map, who and what is chosen on it, and the emergencies on record. */
export const useDetail = () => {
  const viewer = useViewer()
  const address = useAddress()
  const { mapId, device, userId } = address
  const groupId = viewer.groupId ?? address.groupId
  const [auto, setAuto] = useState(false)
  const { held, handlers } = usePointedOrFocused()
  const result = useMap({ mapId, groupId, auto })
  const isGone = Number.isNaN(mapId) || (result.error instanceof AnswerError && result.error.status === 404)
  const map = isGone ? undefined : result.data

  // A person walking on the map changes none of its devices.
  const { listGateways = nobody, listHeatIndexWatchers = nobody, listReference = nobody } = map ?? {}
  const pins = useMemo(
    () => pinsOf({ listGateways, listHeatIndexWatchers, listReference }),
    [listGateways, listHeatIndexWatchers, listReference],
  )
  const pin = pins.find(({ key }) => key === device)
  const gateway = pin?.kind === 'gateway' ? pin.serialNumber : undefined
  const people = map?.listWorkers ?? nobody
  const attached = useMemo(() => worstFirst(attachedTo(people, gateway)), [people, gateway])
  const listed = useHeldOrder(attached, { keyOf, page: `${mapId}/${groupId}/${gateway}`, held, isPlaceholder: result.isPlaceholderData })
  const chosen = people.find((worker) => worker.userId === userId)

  // Another device or group has its own first page.
  const [turned, setTurned] = useState({ of: '', page: 1 })
  const of = `${pin?.key}/${groupId}`
  const page = turned.of === of ? turned.page : 1
  const records = useEmergencyRecords({ mapId, groupId, auto, pin, page, on: map !== undefined })
  return {
    ...address,
    groupId,
    auto,
    setAuto,
    handlers,
    result,
    isGone,
    map,
    pins,
    pin,
    gateway,
    listed,
    chosen,
    trail: useChosenTrail(chosen, map?.type ?? 1),
    records,
    page,
    setPage: useCallback((next: number) => setTurned({ of, page: next }), [of]),
  }
}

export type Detail = ReturnType<typeof useDetail>
