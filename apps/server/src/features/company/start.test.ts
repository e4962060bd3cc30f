import type { CompanyStarted } from '@mimamori/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const { people } = await makeTenants(db)

const form = (more: object = {}) => ({
  officeCode: 'SHM',
  companyName: '株式会社汐見組',
  baseCode: 'ARK',
  officeName: '有明北 配送センター改修工事',
  emergencyPhone: '03-5550-0177',
  fullName: '岩田　聡美',
  furigana: 'イワタ　サトミ',
  email: 'iwata@shiomi.example',
  keyName: '南ゲートの親機',
  ...more,
})
const start = (payload: object, user: { user_id: number } = people.service) => product.askAs(user, 'POST', '/api/Company/Start', payload)
const refusedKey = 'refused'
const counted = async () => {
  const tables = ['company', 'office', 'app_user', 'ingest_key', 'login', 'audit_log'] as const
  return Promise.all(
    tables.map(
      async (table) =>
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
    ),
  )
}

test('one form makes company, site, administrator and key, each on record, and what it answers works at once', async () => {
  const { status, body } = await start(form())
  expect(status).toBe(200)
  const made = body as CompanyStarted
  const { companyId } = made.company
  expect(made).toMatchObject({
    company: { officeCode: 'SHM', companyName: '株式会社汐見組', version: 1 },
    office: {
      companyId,
      baseCode: 'ARK',
      officeName: '有明北 配送センター改修工事',
      opensAt: '06:00',
      closesAt: '20:00',
      acclimatised: false,
    },
    administrator: { userName: 'ARK-1', fullName: '岩田　聡美' },
    key: { name: '南ゲートの親機', isCollected: true },
  })
  const signIn = await product.ask('POST', '/api/Authenticate/Login', {
    payload: { username: 'ARK-1', password: made.administrator.password },
  })
  expect(signIn).toMatchObject({ status: 200, body: { isLockedOut: false } })
  const headers = { authorization: `Bearer ${(signIn.body as { token: string }).token}` }
  expect((await product.ask('GET', '/api/UserInfo', { headers })).body).toMatchObject({
    roleKey: 'HeadquartersAdmin',
    companyName: '株式会社汐見組',
    officeName: '有明北 配送センター改修工事',
    owed: ['newPassword'],
  })
  const sent = await product.app.inject({
    method: 'POST',
    url: '/api/ingest',
    headers: { authorization: `Bearer ${made.key?.id}.${made.key?.secret}` },
    payload: { readings: [{ kind: 'vital', device: '10601', at: product.context.clock().toISOString(), heartRate: 80 }] },
  })
  expect(sent.statusCode).toBe(200)
  for (const [resource, resourceId] of [
    ['company', companyId],
    ['office', made.office.officeId],
    ['user', made.administrator.userId],
    ['ingestKey', made.key?.id],
  ] as const) {
    const entries = (await product.recordedOf(resource)).filter((entry) => entry.resource_id === String(resourceId))
    expect(entries).toMatchObject([{ action: 'create', company_id: companyId, user_name: people.service.login_id }])
    expect(JSON.stringify(entries)).not.toContain(made.administrator.password)
    expect(JSON.stringify(entries)).not.toContain(made.key?.secret)
  }
})

test('nothing is left of a form of which one part is refused', async () => {
  await start(form({ officeCode: 'TAKEN', baseCode: 'TKN' }))
  const before = await counted()
  expect(await start(form({ officeCode: 'Taken', baseCode: 'OTHER' }))).toEqual({
    status: 400,
    body: ['入力した会社コードはすでに登録されています。'],
  })
  // The last of the parts fails: what was made before it goes too.
  await db.schema
    .alterTable('ingest_key')
    .addCheckConstraint('no_key_today', sql`name <> '${sql.raw(refusedKey)}'`)
    .execute()
  expect((await start(form({ officeCode: 'HALF', baseCode: 'HLF', keyName: refusedKey }))).status).toBe(500)
  await db.schema.alterTable('ingest_key').dropConstraint('no_key_today').execute()
  expect(await counted()).toEqual(before)
})

test('every fault is named at once, by the name of its field', async () => {
  const { status, body } = await start(
    form({ officeCode: '', officeName: ' ', opensAt: '25:00', emergencyPhone: '03(1)', fullName: '', email: 'x' }),
  )
  expect(status).toBe(400)
  expect(body).toEqual([
    '会社コード：この項目は必須です。',
    '拠点名：この項目は必須です。',
    expect.stringMatching(/^作業の開始：/),
    '緊急連絡先の電話番号：半角の数字とハイフンで入力してください。',
    '管理者の氏名：この項目は必須です。',
    '管理者のメールアドレス：メールアドレスの形式が正しくありません。半角の英数字と記号で入力してください。',
  ])
})

test('without a name no key is made; the code of a site of another company gives the next free login ID', async () => {
  const { body } = await start(form({ officeCode: 'NOKEY', baseCode: 'ARK', keyName: '' }))
  expect(body).toMatchObject({ key: null, administrator: { userName: expect.stringMatching(/^ARK-[2-9]$/) as string } })
})

test('only service administrators start companies', async () => {
  for (const person of [people.contract, people.base, people.leader, people.worker])
    expect((await start(form({ officeCode: 'NOT-MINE' }), person)).status).toBe(403)
})
