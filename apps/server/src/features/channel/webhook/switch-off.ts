import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { ChannelKey } from '../store.ts'

/** Switches a webhook off whose receiver wants nothing more (410 Gone), and gives up what waits for it: it can be sent again later. */
export const switchOff = async (db: Db, { companyId, channelId }: ChannelKey, now: Date): Promise<void> => {
  await sql`
    update notification_channel n set is_enabled = false, version = n.version + 1
     where n.company_id = ${companyId} and n.channel_id = ${channelId} and n.is_enabled`.execute(db)
  await sql`
    update channel_delivery d set failed_at = ${now}, error = 'gone'
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.sent_at is null and d.failed_at is null`.execute(db)
}
