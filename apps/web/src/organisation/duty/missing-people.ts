import { duty, type DutyBriefing } from '@mimamori/contract/duty'
import { useLiveQuery } from '../../kit/use-live-query.ts'
import type { StoredAction } from '../../platform/action-queue/action-store.ts'
import { queryOf } from '../../platform/query.ts'

type Missing = {
  readonly officeId: number
  readonly groupId?: number | undefined
  /** The version in force where it is left out. */
  readonly version?: number | undefined
  readonly limit: number
}

/** A meeting lasts some minutes, in which people also confirm by themselves; afterwards hardly anything changes. */
const askAgainMs = { whileMissing: 10_000, otherwise: 60_000 } as const

/** Who of a site was not briefed of a version; those who start there first. */
export const useMissingPeople = ({ officeId, ...query }: Missing) => {
  const missingQuery = queryOf(duty.briefings, { params: { officeId }, query: { ...query, missing: true } })
  const reload = <Data>(data: Data) => ({ data, refetch: true })
  const result = useLiveQuery({ query: missingQuery, everyMs: askAgainMs.otherwise, patches: { display: reload } })
  const isMissing = (result.data?.count ?? 0) > 0
  // Beside the usual turn, which continues.
  useLiveQuery({ query: missingQuery, on: isMissing, everyMs: askAgainMs.whileMissing, patches: {} })
  return result
}

/** Those whose briefing waits here to be sent. */
export const unsentBriefings = (officeId: number, actions: readonly StoredAction[]): ReadonlySet<number> =>
  new Set(
    actions.flatMap(({ path, input }) => {
      if (path !== duty.brief.path || Number(input.params?.['officeId']) !== officeId) return []
      const { userIds } = input.body
      return Array.isArray(userIds) ? userIds.filter((userId): userId is number => typeof userId === 'number') : []
    }),
  )

/** The missing people once what was done here has reached the server. */
export const withoutUnsent = (
  { data, count }: { readonly data: readonly DutyBriefing[]; readonly count: number },
  unsent: ReadonlySet<number>,
): { readonly data: readonly DutyBriefing[]; readonly count: number } => {
  const left = data.filter(({ userId }) => !unsent.has(userId))
  return { data: left, count: count - (data.length - left.length) }
}
