import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/context.ts'
import { queueDeliveries } from '../../../shared/channels/queue-deliveries.ts'
import {
  alwaysGoesOut,
  brokenFrom,
  isOfPlace,
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

/** The channels that notices go to; webhooks are sent what happens to an alert itself, by their own rules. */
export const readNoticeChannels = async (db: Db, companyId: number): Promise<ListedChannel[]> =>
  (await readChannels(db, companyId)).filter(({ type }) => type !== 'webhook')

/**
 * The channels that are sent an alert, each by its own level, kinds and hours: the master settings of mails do not switch them. Of an
 * emergency of long ago only mails speak.
 */
export const wantedChannels = (channels: readonly ListedChannel[], { alert, level, occasion, now }: NoticeSubject): ListedChannel[] => {
  if (occasion === 'late') return []
  const concern = { kind: alert.kind, officeId: alert.office_id, level: urgencyLevel({ kind: alert.kind, level }) }
  return channels.filter((channel) => isWanted(channel, concern, now))
}

/**
 * The channel of a step, where it reaches somebody about this alert: not one that is gone, off, broken or another site's, nor outside
 * of its hours. Its level and kinds do not count, since the step names it.
 */
export const channelOfTarget = (
  channels: readonly ListedChannel[],
  channelId: string,
  { alert, now }: NoticeSubject,
): ListedChannel | undefined =>
  channels.find(
    (channel) =>
      channel.channel_id === channelId &&
      channel.failures < brokenFrom &&
      isOfPlace(channel, alert.office_id) &&
      (alwaysGoesOut(alert.kind) || isWithinHours(channel, now)),
  )

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
