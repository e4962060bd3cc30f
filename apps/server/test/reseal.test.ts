import { expect, test } from 'vitest'
import { openSecrets, sealSecrets } from '../src/features/channel/channel-secrets.ts'
import { resealChannelsJob } from '../src/features/channel/reseal-job.ts'
import { openSigning, sealSigning } from '../src/features/channel/webhook/signing-secret.ts'
import { resealSignInJob } from '../src/features/session/reseal-job.ts'
import { startTotp } from '../src/features/session/second-factor/totp-store.ts'
import { findProvider, openSecret, sealSecret } from '../src/features/session/single-sign-on/provider-store.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { sealedBy } from '../src/platform/secrets/sealed.ts'
import { makeChannel } from '../src/shared/channels/test-channel-row.ts'
import { makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

const product = await startTestApp()
const [older, newer] = ['the secret of before, long enough for it', 'the secret from now on, long enough for it'] as const
const under = (jwtSecrets: readonly [string, ...string[]]) => ({ ...product.context, config: { ...product.context.config, jwtSecrets } })

test('after the change of the signing secret nothing that is sealed needs the old one any more', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const companyId = office.company_id
  const person = await makeUser(db, 'AdminUnitContract', office)
  const channelId = await makeChannel(db, office)
  const key = { companyId, channelId }
  const before = under([older]).config
  const { sealed_url, sealed_secrets } = sealSecrets(before, key, { url: 'https://hooks.example/abc', secrets: { token: 'of a service' } })
  await db
    .updateTable('notification_channel as c')
    .set({ sealed_url, sealed_secrets, sealed_signing: sealSigning(before, key, 'whsec_signing') })
    .where('c.company_id', '=', companyId)
    .where('c.channel_id', '=', channelId)
    .execute()
  await db
    .insertInto('identity_provider')
    .values({
      company_id: companyId,
      issuer: 'https://id.example',
      client_id: 'mimamori',
      client_secret: sealSecret(before, companyId, 'of the provider'),
      claim: 'email',
      matches: 'email',
      enabled: true,
    })
    .execute()
  await startTotp(under([older]), { companyId, userId: person.user_id }, 'SEED')

  for (const job of [resealChannelsJob, resealSignInJob]) await takeTurn(under([newer, older]), job)

  const { config } = under([newer])
  const channel = await db
    .selectFrom('notification_channel as c')
    .selectAll()
    .where('c.channel_id', '=', channelId)
    .executeTakeFirstOrThrow()
  expect(openSecrets(config, key, channel)).toEqual({ url: 'https://hooks.example/abc', secrets: { token: 'of a service' } })
  expect(openSigning(config, key, channel, product.time.now)).toEqual(['whsec_signing'])
  const provider = await findProvider(db, companyId)
  expect(provider === undefined ? undefined : openSecret(config, provider)).toBe('of the provider')
  const app = await db.selectFrom('totp as t').select('t.secret').where('t.user_id', '=', person.user_id).executeTakeFirstOrThrow()
  expect(sealedBy(config.jwtSecrets, 'totp').open(app.secret, 'totp')).toBe('SEED')
})
