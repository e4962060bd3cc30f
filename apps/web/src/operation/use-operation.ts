import { operation } from '@mimamori/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../platform/query.ts'
import { readReadiness } from '../platform/readiness.ts'

/** Somebody mends something and looks whether it is well. */
const refreshMs = 10_000

/** How the service is, asked again every ten seconds while the page can be seen. */
export const useOperation = () => useQuery({ ...queryOf(operation.read, {}), refetchInterval: refreshMs })

/** What the server says of itself to everybody, while it cannot say more. @param isNeeded false: nothing is asked */
export const useReadiness = (isNeeded: boolean) =>
  useQuery({ queryKey: ['readiness'], queryFn: readReadiness, enabled: isNeeded, refetchInterval: isNeeded && refreshMs, retry: false })
    .data
