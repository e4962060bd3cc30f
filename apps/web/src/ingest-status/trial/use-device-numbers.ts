import { endpoints } from '@mimamori/contract/endpoints'
import type { ReadingKind } from '@mimamori/contract/ingest'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../platform/query.ts'

/** As many as a list to choose from can hold; others are typed. */
const limit = 1_000

/** The numbers of a site's devices of one kind, with their place or their type; empty until they are known. */
export const useDeviceNumbers = (officeId: number, kind: ReadingKind): readonly { readonly value: string; readonly label: string }[] => {
  const query = { officeId, limit }
  const isWorn = kind === 'vital' || kind === 'belt'
  const worn = useQuery({
    ...queryOf(endpoints.device.list, { query: { ...query, deviceType: kind === 'belt' ? '2' : '1,3' } }),
    enabled: isWorn,
  })
  const heat = useQuery({ ...queryOf(endpoints.heatWatcher.list, { query }), enabled: kind === 'heat' })
  const gateways = useQuery({ ...queryOf(endpoints.gateway.list, { query }), enabled: kind === 'gateway' })
  const barometers = useQuery({ ...queryOf(endpoints.barometer.list, { query }), enabled: kind === 'barometer' })
  const labelled = (value: string, name: string | null) => ({ value, label: name === null || name === '' ? value : `${value}　${name}` })
  switch (kind) {
    case 'vital':
    case 'belt':
      return worn.data?.data.map(({ serialNumber, fullName }) => labelled(serialNumber, fullName)) ?? []
    case 'heat':
      return heat.data?.data.map(({ serialNumber, locationName }) => labelled(serialNumber, locationName)) ?? []
    case 'gateway':
      return gateways.data?.data.map(({ serialNumber, locationName }) => labelled(serialNumber, locationName)) ?? []
    case 'barometer':
      return barometers.data?.data.map(({ id, locationName }) => labelled(id, locationName)) ?? []
    default:
      return kind satisfies never
  }
}
