import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { renewSecrets } from './channel-secrets.ts'
import { renewSigning } from './webhook/signing-secret.ts'

type Sealed = TableRow<
  'notification_channel',
  'company_id' | 'channel_id' | 'sealed_url' | 'sealed_secrets' | 'sealed_signing' | 'sealed_former_signing'
>

/**
 * Seals the secrets of channels again with the newest `JWT_SECRET` while there are several: a channel that nobody changed must
 * still notify people once the older one is taken away.
 */
export const resealChannelsJob: Recurring = {
  name: 'reseal-channels',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const { config } = context
    if (config.jwtSecrets.length === 1) return
    await eachCompany(context, client, companiesOf('notification_channel', 'c', sql`true`), async (companyId) => {
      const { rows } = await sql<Sealed>`
        select c.company_id, c.channel_id, c.sealed_url, c.sealed_secrets, c.sealed_signing, c.sealed_former_signing
          from notification_channel c where c.company_id = ${companyId} order by c.channel_id for update`.execute(onClient(client))
      for (const row of rows) {
        const key = { companyId, channelId: row.channel_id }
        const renewed = { ...renewSecrets(config, key, row), ...renewSigning(config, key, row) }
        await sql`
          update notification_channel c
             set sealed_url = ${renewed.sealed_url}::bytea, sealed_secrets = ${renewed.sealed_secrets}::bytea,
                 sealed_signing = ${renewed.sealed_signing}::bytea, sealed_former_signing = ${renewed.sealed_former_signing}::bytea
           where c.company_id = ${companyId} and c.channel_id = ${row.channel_id}`.execute(onClient(client))
      }
    })
  },
}
