import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { cardSecrets } from '../../shared/accounts/card-secret.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { renewTotp } from './second-factor/totp-store.ts'
import { renewSecret } from './single-sign-on/provider-store.ts'

/** Seals secrets of providers, seeds of code apps and secrets of cards with the newest `JWT_SECRET` while there are several. */
export const resealSignInJob: Recurring = {
  name: 'reseal-sign-in',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const { config } = context
    if (config.jwtSecrets.length === 1) return
    await eachCompany(context, client, companiesOf('identity_provider', 'p', sql`true`), async (companyId) => {
      const { rows } = await sql<TableRow<'identity_provider', 'client_secret'>>`
        select p.client_secret from identity_provider p where p.company_id = ${companyId} for update`.execute(onClient(client))
      const renewed = rows[0] === undefined ? undefined : renewSecret(config, companyId, rows[0].client_secret)
      if (renewed === undefined) return
      await sql`update identity_provider p set client_secret = ${renewed} where p.company_id = ${companyId}`.execute(onClient(client))
    })
    await eachCompany(context, client, companiesOf('totp', 't', sql`true`), async (companyId) => {
      const { rows } = await sql<TableRow<'totp', 'user_id' | 'secret'>>`
        select t.user_id, t.secret from totp t where t.company_id = ${companyId} order by t.user_id for update`.execute(onClient(client))
      for (const { user_id, secret } of rows) {
        const renewed = renewTotp(config, secret)
        if (renewed === undefined) continue
        await sql`
          update totp t set secret = ${renewed} where t.company_id = ${companyId} and t.user_id = ${user_id}`.execute(onClient(client))
      }
    })
    const secrets = cardSecrets(config.jwtSecrets)
    await eachCompany(context, client, companiesOf('worker_card', 'c', sql`c.secret_hash is not null`), async (companyId) => {
      const { rows } = await sql<TableRow<'worker_card', 'user_id' | 'code' | 'secret_hash' | 'sealed_secret'>>`
        select c.user_id, c.code, c.secret_hash, c.sealed_secret from worker_card c
         where c.company_id = ${companyId} and c.secret_hash is not null order by c.user_id`.execute(onClient(client))
      for (const { user_id, code, secret_hash: hash, sealed_secret: sealed } of rows) {
        const renewed = hash === null ? undefined : secrets.renew({ companyId, userId: user_id, code }, { hash, sealed })
        if (renewed === undefined) continue
        // A card that was replaced meanwhile has another hash.
        await sql`
          update worker_card c set sealed_secret = ${renewed}
           where c.company_id = ${companyId} and c.user_id = ${user_id} and c.secret_hash = ${hash}`.execute(onClient(client))
      }
    })
  },
}
