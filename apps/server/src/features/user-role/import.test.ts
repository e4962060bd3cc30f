import { describe, expect, test } from 'vitest'
import { multipart } from '../../platform/exchange/test-upload.ts'
import { makeAlert, makeDevice, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { startImportTests } from './test-import.ts'
import { goodPassword } from './test-people.ts'

const { people, upload, fileOf, personOf } = await startImportTests()

const worker = (loginId: string, more: Record<string, string> = {}) => ({
  ログインID: loginId,
  氏名: '山田　太郎',
  フリガナ: 'ヤマダ　タロウ',
  性別: '男',
  生年月日: '昭和55年4月1日',
  ...more,
})

describe('a file of workers', () => {
  test('creates, updates by login ID and deletes, on record', async () => {
    const { office, base } = people
    const first = await upload(
      base,
      office.office_id,
      await fileOf([worker('f1', { 電話番号: '０９０－１２３４', 所属1: '鉄筋' }), worker('f2', { パスワード: goodPassword })]),
    )
    expect(first).toMatchObject({ status: 200, body: { created: 2, updated: 0, deleted: 0 } })
    expect(await personOf('f1')).toMatchObject({
      role: 'User',
      company_id: office.company_id,
      office_id: office.office_id,
      gender: 1,
      date_of_birth: '1980-04-01',
      phone_number: '090-1234',
      password_hash: null,
    })
    expect((await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'f1', password: '' } })).status).not.toBe(200)
    expect((await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'f2', password: goodPassword } })).status).toBe(200)
    const second = await upload(
      base,
      office.office_id,
      await fileOf([worker('F1', { 氏名: '山田　次郎' }), { ログインID: 'f2', 削除: '1' }, worker('f3')]),
    )
    expect(second).toMatchObject({ status: 200, body: { created: 1, updated: 1, deleted: 1 } })
    expect(await personOf('f1')).toMatchObject({ full_name: '山田　次郎', phone_number: null, version: 2 })
    expect((await personOf('f2'))?.deleted_at).not.toBeNull()
    expect(await personOf('f2')).toMatchObject({ password_hash: null, date_of_birth: null, gender: null })
    const log = await people.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'user_name'])
      .where('resource', '=', 'user')
      .orderBy('audit_id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['create', 'create', 'delete', 'update', 'create'])
    expect(log[3]).toMatchObject({
      user_name: base.login_id,
      before: { fullName: '山田　太郎', phoneNumber: '090-1234' },
      after: { fullName: '山田　次郎', phoneNumber: null },
    })
    expect(JSON.stringify(log)).not.toContain('argon2')
  })

  test('every bad row is reported by its number in a spreadsheet, and nothing is imported', async () => {
    const { office, base } = people
    const file = await fileOf([
      worker('g1'),
      worker('g2', { 氏名: '', 性別: '猫' }),
      {},
      worker('G1'),
      worker('g3', { 生年月日: '1980-02-30', 測定に同意した日: '13月', 作業の強さ: '強', 暑熱順化: 'x', パスワード: 'short' }),
      { ログインID: 'nobody', 削除: '1' },
      worker('g4', { 削除: 'x' }),
    ])
    expect(await upload(base, office.office_id, file)).toMatchObject({
      status: 400,
      body: {
        messages: {
          3: ['氏名：この項目は必須です。', '性別：1（男）、2（女）、3（その他）のどれかを入力してください。'],
          5: ['ログインID：2行目と同じです。'],
          6: [
            '生年月日：日付として読めません。1971-12-02 や 昭和46年12月2日 の形で入力してください。',
            expect.stringContaining('測定に同意した日：日付として読めません。'),
            '作業の強さ：0から4までの数字で入力してください。',
            '暑熱順化：1（慣れている）か0（慣れていない）を入力してください。',
            'パスワード：8文字以上で入力してください。',
          ],
          7: ['ログインID：削除する人が見つかりません。'],
          8: ['削除：1か空にしてください。'],
        },
      },
    })
    expect(await personOf('g1')).toBeUndefined()
  })

  test('asks first, where it is to, before it deletes somebody who wears a device', async () => {
    const { db, office, base } = people
    const [wears, wore] = [await makeUser(db, 'User', office), await makeUser(db, 'User', office)]
    const device = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, wears.user_id, device.device_id)
    await makeWear(db, wore.user_id, (await makeDevice(db, 'belt', office.office_id)).device_id, {
      slot: 'belt',
      worn_to: new Date('2020-01-02T00:00:00Z'),
    })
    const file = await fileOf([wears, wore].map(({ login_id }) => ({ ログインID: login_id, 削除: '1' })))
    const put = (removalConfirmed: string) => upload(base, office.office_id, file, { role: 'User', removalConfirmed })
    const untouched = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
    expect(await put('0')).toMatchObject({ status: 200, body: { ...untouched, unconfirmed: { deleted: 2, worn: 1, linked: 0 } } })
    expect((await personOf(wears.login_id))?.deleted_at).toBeNull()
    expect((await put('1')).body).toEqual({ ...untouched, deleted: 2 })
  })

  test('of many bad rows two hundred are listed, and how many more there are', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => worker(`h${n}`, { 氏名: '' }))
    const { status, body } = await upload(people.base, people.office.office_id, await fileOf(rows))
    const { messages } = body as { messages: Record<string, string[]> }
    expect(status).toBe(400)
    expect(Object.keys(messages)).toHaveLength(200)
    expect(messages[201]).toEqual(['氏名：この項目は必須です。', 'ほかに、誤りのある行が50行あります。'])
  })

  test('people of other sites and roles are not changed; it is reported that somebody is of another site of the company', async () => {
    const { db, office, beside, elsewhere, contract, base } = people
    await makeUser(db, 'User', beside, { login_id: 'beside1', worker_code: 'B1' })
    await makeUser(db, 'User', elsewhere, { login_id: 'foreign1' })
    await makeUser(db, 'HeadquartersAdmin', office, { login_id: 'boss1' })
    await makeDevice(db, 'vital', beside.office_id, { serial: 'beside-7' })
    const { name } = await db.selectFrom('office').select('name').where('office_id', '=', beside.office_id).executeTakeFirstOrThrow()
    const file = await fileOf([
      worker('beside1'),
      worker('boss1'),
      { ログインID: 'nobody1', 削除: '1' },
      worker('foreign1'),
      worker('here1', { 体調デバイス: 'beside-7' }),
      worker('here2', { 体調デバイス: 'nowhere-7' }),
    ])
    const announced = (office_: string) => ({
      2: [`ログインID：${office_}の作業者です。`],
      3: ['ログインID：ほかの人が使っています。'],
      4: ['ログインID：削除する人が見つかりません。'],
      5: ['ログインID：ほかの人が使っています。'],
      6: [`体調デバイス：${office_}の機器です。`],
      7: ['体調デバイス：この番号の機器は、拠点に登録されていません。'],
    })
    expect((await upload(contract, office.office_id, file)).body).toEqual({ messages: announced(`別の拠点（${name}）`) })
    // An administrator of one site does not see what the others are called.
    expect((await upload(base, office.office_id, file)).body).toEqual({ messages: announced('別の拠点') })
  })

  test('worker codes stay, and each is of one person', async () => {
    const { db, office, base } = people
    await makeUser(db, 'User', office, { login_id: 'k1', worker_code: 'K1', full_name: '先　人' })
    const answer = await upload(
      base,
      office.office_id,
      await fileOf([worker('k1', { 作業者コード: 'K9' }), worker('k2', { 作業者コード: 'K2' }), worker('k3', { 作業者コード: 'Ｋ２' })]),
    )
    expect(answer).toMatchObject({
      status: 400,
      body: { messages: { 2: ['作業者コードは変更できません。'], 4: ['作業者コード：3行目と同じです。'] } },
    })
    const taken = await upload(base, office.office_id, await fileOf([worker('k2', { 作業者コード: 'K1' })]))
    expect(taken).toMatchObject({ body: { messages: { 2: ['作業者コード：先　人（k1）が使っています。'] } } })
  })

  test('of two files that claim one login ID at once the second reports it by the row, whatever the case and the company', async () => {
    const { db, office, elsewhere, service } = people
    await makeUser(db, 'User', elsewhere, { login_id: 'far1' })
    expect(await upload(service, office.office_id, await fileOf([worker('FAR1')]))).toMatchObject({
      status: 400,
      body: { messages: { 2: ['ログインID：ほかの人が使っています。'] } },
    })
    const files = [
      await fileOf([worker('one1'), worker('one2'), worker('mine1')]),
      await fileOf([worker('his1'), worker('ONE2'), worker('ONE1')]),
    ]
    const first = await people.context.pool.connect()
    try {
      // Holds what the first file claims until the second waits for it.
      await first.query('begin')
      await first.query('insert into login (login_key, company_id) values ($1, $2), ($3, $2)', ['one1', office.company_id, 'one2'])
      const second = upload(service, elsewhere.office_id, files[1] ?? '')
      const isWaiting = async () => {
        const { rows } = await people.context.pool.query(waitingForLocks)
        return rows.length
      }
      await expect.poll(isWaiting).toBeGreaterThan(0)
      await first.query('commit')
      const taken = ['ログインID：ほかの人が使っています。']
      expect(await second).toMatchObject({ status: 400, body: { messages: { 3: taken, 4: taken } } })
    } finally {
      first.release()
    }
    expect(await personOf('his1')).toBeUndefined()
    await db.deleteFrom('login').where('login.login_key', 'in', ['one1', 'one2']).execute()
    const answers = await Promise.all([
      upload(service, office.office_id, files[0] ?? ''),
      upload(service, elsewhere.office_id, files[1] ?? ''),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('a login ID is free again once a file deletes its account', async () => {
    const { office, elsewhere, service } = people
    await upload(service, office.office_id, await fileOf([worker('free1')]))
    await upload(service, office.office_id, await fileOf([{ ログインID: 'FREE1', 削除: '1' }]))
    expect(await upload(service, elsewhere.office_id, await fileOf([worker('Free1')]))).toMatchObject({ status: 200 })
    expect(await personOf('Free1')).toMatchObject({ company_id: elsewhere.company_id })
  })

  test('somebody with an open alert is not deleted', async () => {
    const { db, office, base } = people
    const open = await makeUser(db, 'User', office, { login_id: 'open1', full_name: '開　人' })
    await makeAlert(db, open)
    expect(await upload(base, office.office_id, await fileOf([{ ログインID: 'open1', 削除: '1' }]))).toMatchObject({
      status: 400,
      body: { messages: { 2: ['「開　人」には、対応の終わっていないアラートがあります。対応を終えてから削除してください。'] } },
    })
    // A device may still be about to raise one.
    const alarmed = await makeUser(db, 'User', office, { login_id: 'open2', full_name: '倒　人' })
    const { device_id } = await makeDevice(db, 'vital', office.office_id)
    const since = people.time.now
    await db
      .insertInto('device_alarm')
      .values({
        company_id: office.company_id,
        office_id: office.office_id,
        user_id: alarmed.user_id,
        device_id,
        kind: 'fall',
        since,
        last_at: since,
        window_ms: 30_000,
        received_at: since,
        due_at: since,
        state: 'pending',
      })
      .execute()
    expect(await upload(base, office.office_id, await fileOf([{ ログインID: 'open2', 削除: '1' }]))).toMatchObject({
      status: 400,
      body: { messages: { 2: ['「倒　人」には、対応の終わっていないアラートがあります。対応を終えてから削除してください。'] } },
    })
  })

  test('devices change hands, are of the site and of one person', async () => {
    const { db, office, base, time } = people
    const [a, b] = [
      await makeDevice(db, 'vital', office.office_id, { serial: 'VA' }),
      await makeDevice(db, 'vital', office.office_id, { serial: 'VB' }),
    ]
    const holder = await makeUser(db, 'User', office, { login_id: 'd1', full_name: '持　主' })
    await makeWear(db, holder.user_id, a.device_id)
    const refused = await upload(
      base,
      office.office_id,
      await fileOf([
        worker('d2', { 体調デバイス: 'VA' }),
        worker('d3', { 体調デバイス: 'none' }),
        worker('d4', { 体調デバイス: 'VB' }),
        worker('d5', { 体調デバイス: 'VB' }),
      ]),
    )
    expect(refused).toMatchObject({
      body: {
        messages: {
          2: ['体調デバイス：持　主（d1）が使っています。'],
          3: ['体調デバイス：この番号の機器は、拠点に登録されていません。'],
          5: ['体調デバイス：4行目と同じです。'],
        },
      },
    })
    expect(
      await upload(base, office.office_id, await fileOf([worker('d2', { 体調デバイス: 'VA' }), worker('d1', { 体調デバイス: 'VB' })])),
    ).toMatchObject({ status: 200 })
    const wears = await db
      .selectFrom('wear as w')
      .innerJoin('app_user as u', (join) => join.onRef('u.company_id', '=', 'w.company_id').onRef('u.user_id', '=', 'w.user_id'))
      .select(['u.login_id', 'w.device_id', 'w.worn_to'])
      .where('u.login_id', 'in', ['d1', 'd2'])
      .orderBy('u.login_id')
      .orderBy('w.wear_id')
      .execute()
    expect(wears.map(Object.values)).toEqual([
      ['d1', a.device_id, time.now],
      ['d1', b.device_id, null],
      ['d2', a.device_id, null],
    ])
    // What changed is another device only: anyone who has the form open saw the former one.
    const swapped = await upload(
      base,
      office.office_id,
      await fileOf([worker('d2', { 体調デバイス: 'VB' }), worker('d1', { 体調デバイス: 'VA' }), worker('f1')]),
    )
    expect(swapped).toMatchObject({ status: 200, body: { updated: 3, unchanged: 0 } })
    expect([(await personOf('d1'))?.version, (await personOf('d2'))?.version]).toEqual([3, 2])
  })

  test('the people whom a file makes or changes are announced to consoles, a thousand at most, and not the others', async () => {
    const { context, db } = people
    const office = await makeOffice(db)
    const first = [worker('live0'), worker('live1')]
    await upload(people.service, office.office_id, await fileOf(first))
    const listener = await context.pool.connect()
    try {
      const heard: string[] = []
      listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
      await listener.query('listen live')
      await upload(people.service, office.office_id, await fileOf([worker('live0'), worker('live1', { 所属1: '鳶' }), worker('live2')]))
      const ids = [(await personOf('live1'))?.user_id, (await personOf('live2'))?.user_id]
      const place = { c: office.company_id, o: office.office_id }
      // Of those who were there some may have left: the maps are notified once.
      await expect.poll(() => heard).toEqual([JSON.stringify({ ...place, u: ids }), JSON.stringify({ ...place, m: 1 })])
      await upload(people.service, office.office_id, await fileOf(first))
      await upload(people.service, office.office_id, await fileOf(Array.from({ length: 1_200 }, (_, n) => worker(`many${n}`))))
      const announced = () => heard.slice(4).flatMap((payload) => (JSON.parse(payload) as { u: number[] }).u)
      await expect.poll(() => announced().length).toBe(1_000)
    } finally {
      listener.release(true)
    }
  })
})

describe('who may', () => {
  test("nobody takes a file in for another company's or site's people, or for roles beyond them", async () => {
    const { office, elsewhere, beside, contract, base } = people
    const file = await fileOf([worker('w1')])
    expect((await upload(contract, elsewhere.office_id, file)).status).toBe(404)
    expect((await upload(base, beside.office_id, file)).status).toBe(404)
    expect((await upload(base, office.office_id, file, { role: 'HeadquartersAdmin' })).status).toBe(403)
    expect((await upload(contract, office.company_id, file, { role: 'AdminUnitContract' })).status).toBe(403)
    expect((await upload(contract, office.office_id, file, { role: 'User', companyId: String(elsewhere.company_id) })).status).toBe(400)
    expect(await personOf('w1')).toBeUndefined()
  })

  test('fields may come before or after the file', async () => {
    const { office, base } = people
    const body = multipart(
      ['Role', 'USER'],
      ['officeId', String(office.office_id)],
      ['file', await fileOf([worker('w2')]), 'a.CSV'],
      ['companyId', String(office.company_id)],
    )
    expect(
      (
        await people.ask('POST', `/api/UserRole/Import/${office.office_id}`, {
          ...body,
          headers: { ...body.headers, ...(await people.as(base)) },
        })
      ).status,
    ).toBe(200)
  })
})
