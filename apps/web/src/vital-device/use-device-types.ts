import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from '../kit/form/select-field.tsx'
import { queryOf } from '../platform/query.ts'

/** The types of what people wear, to choose from; undefined while they are on their way. */
export const useDeviceTypes = (): readonly Choice<string>[] | undefined =>
  useQuery({ ...queryOf(endpoints.kbn.deviceType, {}), staleTime: 'static' }).data?.data
