import { notificationChannel, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { queryClient, queryOf } from '../platform/query.ts'

/** Asks again for what is listed of channels. */
export const refreshChannels = (): Promise<unknown> =>
  Promise.all(
    [notificationChannel.list, notificationChannel.deliveries].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

/** Puts a channel as it was answered in place of the one that is shown, and asks for the lists again. */
export const takeChannel = (channel: NotificationChannel): void => {
  queryClient.setQueryData(queryOf(notificationChannel.one, { params: { id: channel.id } }).queryKey, channel)
  void refreshChannels()
}
