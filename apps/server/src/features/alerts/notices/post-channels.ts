import { sql } from 'kysely'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/context.ts'
import { queueDeliveries } from '../../../shared/channels/queue-deliveries.ts'
import {
  alwaysGoesOut,
  isOfPlace,
  isTaking,
  isWanted,
  isWithinHours,
  type ListedChannel,
  readChannels,
} from '../../../shared/channels/read-channels.ts'
import { channelMessage } from './channel-notice.ts'
import type { Notice } from './post.ts'
import { urgencyLevel } from './rules.ts'
import type { NoticeSubject } from './words.ts'

/** One notice to a channel. */
export type ChannelTelling = { readonly subject: NoticeSubject; readonly channel: ListedChannel; readonly step?: number | undefined }

/** What of a notice decides which channels it goes to. */
type ChannelConcern = Pick<NoticeSubject, 'level' | 'occasion' | 'now'> & {
  readonly alert: Pick<NoticeSubject['alert'], 'kind' | 'office_id'>
}

/** The channels that notices go to; webhooks are sent what happens to an alert itself, by their own rules. */
export const readNoticeChannels = async (db: Db, companyId: number): Promise<ListedChannel[]> =>
  (await readChannels(db, companyId)).filter(({ type }) => type !== 'webhook')

/**
 * The channels that are sent an alert, each by its own level, kinds and hours: the master settings of mails do not switch them. Of an
 * emergency of long ago only mails speak.
 */
export const wantedChannels = (channels: readonly ListedChannel[], { alert, level, occasion, now }: ChannelConcern): ListedChannel[] => {
  if (occasion === 'late') return []
  const concern = { kind: alert.kind, officeId: alert.office_id, level: urgencyLevel({ kind: alert.kind, level }) }
  return channels.filter((channel) => isWanted(channel, concern, now))
}

/**
 * The channel of a step, where it reaches somebody about this alert: not one that is gone, off, refusing or another site's, nor outside
 * of its hours. Its level and kinds do not count, since the step names it.
 */
export const channelOfTarget = (
  channels: readonly ListedChannel[],
  channelId: string,
  { alert, now }: Pick<ChannelConcern, 'alert' | 'now'>,
): ListedChannel | undefined =>
  channels.find(
    (channel) =>
      channel.channel_id === channelId &&
      isTaking(channel, now) &&
      isOfPlace(channel, alert.office_id) &&
      (alwaysGoesOut(alert.kind) || isWithinHours(channel, now)),
  )

/** What a step is called on record whose channel is gone. */
const deletedChannel = '削除された通知先'

/** What channels of a company are called by their ids, also those that are off. */
export const readChannelNames = async (
  db: Db,
  companyId: number,
  channelIds: readonly string[],
): Promise<(channelId: string) => string> => {
  if (channelIds.length === 0) return () => deletedChannel
  const { rows } = await sql<{ channel_id: string; name: string }>`
    select n.channel_id, n.name from notification_channel n
     where n.company_id = ${companyId} and n.channel_id = any(${channelIds}::text[])`.execute(db)
  const names = new Map(rows.map(({ channel_id, name }) => [channel_id, name]))
  return (channelId) => names.get(channelId) ?? deletedChannel
}

/** Puts messages about alerts into the outbox of channels. @returns the lines for the record */
export const postChannels = async (
  { db, config }: { readonly db: Db; readonly config: Pick<Config, 'publicUrl'> },
  companyId: number,
  tellings: readonly ChannelTelling[],
): Promise<Notice[]> => {
  const ids = await queueDeliveries(
    db,
    companyId,
    tellings.map(({ subject, channel: { channel_id: channelId, language, with_names: withNames }, step }) => ({
      channelId,
      officeId: subject.alert.office_id,
      alertId: subject.alert.alert_id,
      at: subject.now,
      step,
      urgent: alwaysGoesOut(subject.alert.kind),
      message: channelMessage(subject, { language, withNames, publicUrl: config.publicUrl }),
      traceparent: subject.traceparent,
    })),
  )
  return tellings.map(({ subject, channel, step }, index) => ({
    subject,
    channel: 'channel',
    channelName: channel.name,
    deliveryId: ids[index],
    step,
  }))
}
