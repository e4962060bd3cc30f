import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from '../kit/form/select-field.tsx'
import { queryOf } from '../platform/query.ts'

type GatewayTypeCode = '1' | '2'

/** Parent and child to choose from; undefined while they are on their way. */
export const useGatewayTypes = (): readonly Choice<GatewayTypeCode>[] | undefined =>
  useQuery({ ...queryOf(endpoints.kbn.gatewayType, {}), staleTime: 'static' }).data?.data as readonly Choice<GatewayTypeCode>[] | undefined
