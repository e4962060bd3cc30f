import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'

const wholeGroup = { limit: 1_000 } as const

/** The people a leader chooses among: those of the own group, the most urgent first. */
export const useGroup = () => {
  const { roleKey } = useViewer()
  const leads = roleKey === 'GroupLeader' || roleKey === 'GroupSubLeader'
  return useQuery({ ...queryOf(endpoints.healthCondition.list, { query: wholeGroup }), enabled: leads }).data?.data
}

/** Whose detail is shown: one's own for a worker, the chosen one for the others, a leader's most urgent where none is. */
export const useSubject = (requestedId: number | undefined): number | undefined => {
  const viewer = useViewer()
  const group = useGroup()
  if (viewer.roleKey === 'User') return viewer.userId
  return requestedId ?? group?.[0]?.userId
}
