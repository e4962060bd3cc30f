import { session } from '@mimamori/contract/session'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryClient, queryOf } from './query.ts'

/** The person at the console: who they are, their role, their company, site and group. */
export type Viewer = AnswerOf<typeof session.userInfo>

// A role or a belt setting may change during a working day; a reload is not asked of anyone for that.
const viewerQuery = { ...queryOf(session.userInfo, {}), staleTime: 300_000 }

/** The viewer: asked for once, then kept, and looked up again behind the scenes when older than five minutes. */
export const fetchViewer = async (): Promise<Viewer> => {
  const viewer = await queryClient.query({ ...viewerQuery, staleTime: 'static' })
  // Nobody waits for this, and a failure without a connection is not shown.
  queryClient.query(viewerQuery).catch(() => undefined)
  return viewer
}

/** The viewer as they were answered last; undefined before the first answer. */
export const knownViewer = (): Viewer | undefined => queryClient.getQueryData(viewerQuery.queryKey)

/** Asks for the viewer again: something was settled that decides what they may open. */
export const renewViewer = (): Promise<Viewer> => queryClient.query({ ...viewerQuery, staleTime: 0 })

/** The viewer, for everything inside the shell. */
export const useViewer = (): Viewer => useSuspenseQuery(viewerQuery).data
