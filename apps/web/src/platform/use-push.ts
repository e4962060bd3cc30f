import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { checkPush, type PushStatus } from './push.ts'
import { useViewer } from './viewer.ts'

/** The state of the viewer's notices in this browser: read when the console opens, then after each change. */
export const usePushStatus = () => {
  const { userId } = useViewer()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: ['push', userId], queryFn: () => checkPush(userId), staleTime: Number.POSITIVE_INFINITY })
  const setStatus = useCallback((status: PushStatus) => client.setQueryData(['push', userId], status), [client, userId])
  return { userId, standing: data, setStanding: setStatus }
}
