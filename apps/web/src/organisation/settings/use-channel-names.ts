import { notificationChannel } from '@mimamori/contract/notification-channel'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../platform/query.ts'

/** More than anybody reaches. */
const limit = 1_000

/** The notification channels within reach, as choices; undefined while they are on their way. */
export const useChannelChoices = () => useQuery(queryOf(notificationChannel.list, { query: { limit } })).data?.data

/** The names of the channels within reach, by their ids. */
export const useChannelNames = (): ReadonlyMap<string, string> => {
  const channels = useChannelChoices()
  return useMemo(() => new Map(channels?.map(({ id, name }) => [id, name])), [channels])
}
