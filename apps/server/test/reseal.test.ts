import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecrets, sealSecrets } from '../src/features/channel/channel-secrets.ts'
import { resealChannelsJob } from '../src/features/channel/reseal-job.ts'
import { openSigning, sealSigning } from '../src/features/channel/webhook/signing-secret.ts'
import { resealSignInJob } from '../src/features/session/reseal-job.ts'
import { startTotp } from '../src/features/session/second-factor/totp-store.ts'
import { findProvider, openSecret, sealSecret } from '../src/features/session/single-sign-on/provider-store.ts'
import { reissueCard, showCard } from '../src/features/wear/cards.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import type { Actor } from '../src/platform/http/route.ts'
import { hashPassword } from '../src/platform/secrets/password.ts'
import { sealedBy } from '../src/platform/secrets/sealed.ts'
import { makeChannel } from '../src/shared/channels/test-channel-row.ts'
import { makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

const product = await startTestApp()
const older = 'the secret of before, long enough for it'
const newer = 'the secret from now on, long enough for it'
const newest = 'the secret of next year, long enough for it'
const under = (jwtSecrets: readonly [string, ...string[]]) => ({ ...product.context, config: { ...product.context.config, jwtSecrets } })

const administratorOf = async (office: Awaited<ReturnType<typeof makeOffice>>): Promise<Actor> => {
  const { company_id: companyId, office_id: officeId, user_id: userId } = await makeUser(product.context.db, 'HeadquartersAdmin', office)
  const names = { loginId: 'administrator', fullName: '管理者' }
  return { ...names, companyId, officeId, userId, groupId: null, role: 'HeadquartersAdmin', sessionId: randomUUID() }
}

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

test('a card of before keeps its code and its PIN, however often the signing secret changes', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const { company_id: companyId, office_id: officeId } = office
  const worker = await makeUser(db, 'User', office)
  const requester = { actor: await administratorOf(office), address: '192.0.2.1' }
  const show = (...secrets: readonly [string, ...string[]]) => showCard(under(secrets), requester, { officeId, userId: worker.user_id })
  const printed = await show(older)
  const pinHash = await hashPassword('704915')
  await db
    .updateTable('worker_card as c')
    .set({ pin_hash: pinHash })
    .where('c.company_id', '=', companyId)
    .where('c.user_id', '=', worker.user_id)
    .execute()

  await takeTurn(under([newer, older]), resealSignInJob)
  expect(await show(newer)).toEqual(printed)
  await takeTurn(under([newest, newer]), resealSignInJob)
  expect(await show(newest)).toEqual(printed)
  const row = await db.selectFrom('worker_card as c').selectAll().where('c.user_id', '=', worker.user_id).executeTakeFirstOrThrow()
  expect(row.pin_hash).toBe(pinHash)
  expect(row.sealed_secret?.includes(printed.signInNumber.replaceAll('-', ''))).toBe(false)
})

test('a card that was issued again is not the one whose secret was sealed', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const worker = await makeUser(db, 'User', office)
  const requester = { actor: await administratorOf(office), address: '192.0.2.1' }
  const show = (...secrets: readonly [string, ...string[]]) =>
    showCard(under(secrets), requester, { officeId: office.office_id, userId: worker.user_id })
  await show(older)
  await takeTurn(under([newer, older]), resealSignInJob)
  await reissueCard(under([newer, older]), requester, worker.user_id)
  const printed = await show(newer, older)
  await takeTurn(under([newer, older]), resealSignInJob)
  expect(await show(newer)).toEqual(printed)
})
