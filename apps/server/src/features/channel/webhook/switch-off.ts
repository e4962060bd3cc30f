import { channelFailureNames } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { ChannelKey } from '../store.ts'

/** Switches a webhook off whose receiver wants nothing more (410 Gone), and gives up what waits for it: it can be sent again later. On record. */
export const switchOff = async (db: Db, { companyId, channelId }: ChannelKey, now: Date): Promise<void> => {
  const { rows } = await sql<TableRow<'notification_channel', 'name' | 'office_id'>>`
    update notification_channel n set is_enabled = false, version = n.version + 1
     where n.company_id = ${companyId} and n.channel_id = ${channelId} and n.is_enabled
    returning n.name, n.office_id`.execute(db)
  for (const { name, office_id: officeId } of rows)
    await writeAudit(db, {
      at: now,
      actor: null,
      address: 'サーバー',
      action: 'update',
      resource: 'notificationChannel',
      resourceId: channelId,
      companyId,
      officeId,
      before: { name, isEnabled: true },
      after: { name, isEnabled: false, reason: channelFailureNames.gone },
    })
  await sql`
    update channel_delivery d set failed_at = ${now}, error = 'gone'
     where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.sent_at is null and d.failed_at is null`.execute(db)
}
