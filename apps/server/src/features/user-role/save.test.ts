import { describe, expect, test } from 'vitest'
import { providerId } from '../../shared/organisation/keys.ts'
import { makeGroup, makeOffice, makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople, goodPassword, workerForm } from './test-people.ts'

const people = await addPeople(await startTestApp())

type Body = { userId: number; version: number; userName: string; role: string }
const made = (answer: { body: unknown }) => answer.body as Body

const admin = (role: string, more: object = {}) => ({
  role,
  userName: `admin-${role}-${Math.random().toString(36).slice(2, 8)}`,
  password: goodPassword,
  confirmPassword: goodPassword,
  fullName: '管理　花子',
  furigana: 'カンリ　ハナコ',
  ...more,
})

const auditOf = (userId: number) =>
  people.db
    .selectFrom('audit_log')
    .selectAll()
    .where('audit_log.resource_id', '=', String(userId))
    .where('audit_log.resource', '=', 'user')
    .orderBy('audit_log.audit_id')
    .execute()

describe('making an account', () => {
  test('a worker begins as one, whatever role was sent, with everything the form said', async () => {
    const { office, base, call } = people
    const form = workerForm(office, 'yamada', {
      role: 'GroupLeader',
      email: '',
      phoneNumber: '０３－１２３４－５６７８',
      workerCode: '００１',
      affiliation1: '鉄筋',
      consentAt: '2026-07-01',
      metabolicClass: '3',
    })
    const { status, body } = await call(base, 'POST', '/api/UserRole', form)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userName: 'yamada',
      role: 'User',
      roleJp: '作業者',
      fullName: '山田　太郎',
      phoneNumber: '03-1234-5678',
      email: null,
      workerCode: '001',
      gender: 1,
      dateOfBirth: '1980-04-01',
      affiliation1: '鉄筋',
      consentAt: '2026-07-01T00:00:00+09:00',
      referenceWbgt: 26,
      hasPassword: true,
      canDelete: true,
      version: 1,
    })
    const [entry] = await auditOf(made({ body }).userId)
    expect(entry).toMatchObject({
      action: 'create',
      user_id: base.user_id,
      office_id: office.office_id,
      before: null,
      after: { userName: 'yamada' },
    })
    expect(JSON.stringify(entry)).not.toMatch(/argon2|Mimamori-1/)
  })

  test('each role is made by those above it', async () => {
    const { office, service, contract, base, call } = people
    const attempts = [
      [service, admin('AdminUnitService'), 200],
      [service, admin('AdminUnitContract', { companyId: office.company_id }), 200],
      [service, admin('ADMIN_HEADQUATER', { companyId: office.company_id, officeId: office.office_id }), 200],
      [contract, admin('AdminUnitService'), 403],
      [contract, admin('AdminUnitContract', { companyId: office.company_id }), 403],
      [contract, admin('HeadquartersAdmin', { officeId: office.office_id }), 200],
      [contract, workerForm(office, 'by-contract'), 200],
      [base, admin('HeadquartersAdmin', { officeId: office.office_id }), 403],
      [base, workerForm(office, 'by-base'), 200],
    ] as const
    for (const [actor, form, status] of attempts)
      expect({ form, status: (await call(actor, 'POST', '/api/UserRole', form)).status }).toEqual({ form, status })
  })

  test("another company's and, for a base administrator, another site's place is not there", async () => {
    const { elsewhere, beside, contract, base, office, call } = people
    expect((await call(contract, 'POST', '/api/UserRole', workerForm(elsewhere, 'x1'))).status).toBe(404)
    expect((await call(base, 'POST', '/api/UserRole', workerForm(beside, 'x2'))).status).toBe(404)
    expect((await call(contract, 'POST', '/api/UserRole', workerForm(beside, 'x3'))).status).toBe(200)
    const mixed = workerForm({ company_id: elsewhere.company_id, office_id: office.office_id }, 'x4')
    expect(await call(people.service, 'POST', '/api/UserRole', mixed)).toMatchObject({
      status: 400,
      body: ['拠点：選べる値ではありません。'],
    })
  })

  test('every fault is reported at once', async () => {
    const { office, base, call } = people
    const form = {
      ...workerForm(office, '山田'),
      fullName: '',
      gender: undefined,
      dateOfBirth: '2999-01-01',
      phoneNumber: '03(1234)',
      password: 'short',
      confirmPassword: 'other',
    }
    const { status, body } = await call(base, 'POST', '/api/UserRole', form)
    expect(status).toBe(400)
    expect(body).toEqual(
      expect.arrayContaining([
        'ログインID：半角の英数字と . _ - @ で入力してください。',
        '氏名：この項目は必須です。',
        '性別：この項目は必須です。',
        '生年月日：今日より前の日付を入力してください。',
        '電話番号：半角の数字とハイフンで入力してください。',
        'パスワード：8文字以上で入力してください。',
        '確認用パスワード：パスワードと一致していません。',
      ]),
    )
  })

  test('a password is required, and a worker may have one of 255 characters', async () => {
    const { office, service, base, call } = people
    const long = `Aa1${'x'.repeat(252)}`
    expect((await call(base, 'POST', '/api/UserRole', workerForm(office, 'p1', { password: '', confirmPassword: '' }))).body).toEqual([
      'パスワード：この項目は必須です。',
    ])
    expect((await call(base, 'POST', '/api/UserRole', workerForm(office, 'p2', { password: long, confirmPassword: long }))).status).toBe(
      200,
    )
    expect(
      (await call(base, 'POST', '/api/UserRole', workerForm(office, 'p3', { password: `${long}x`, confirmPassword: `${long}x` }))).body,
    ).toEqual(['パスワード：255文字以内で入力してください。'])
    expect(
      (await call(service, 'POST', '/api/UserRole', admin('AdminUnitService', { password: long, confirmPassword: long }))).body,
    ).toEqual(['パスワード：100文字以内で入力してください。'])
    const signIn = await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'p2', password: long } })
    expect(signIn.body).toMatchObject({ isLockedOut: false })
  })

  test('a taken login ID is a 409 with one that is free; case does not make it another', async () => {
    const { office, base, call } = people
    await call(base, 'POST', '/api/UserRole', workerForm(office, 'taken'))
    await call(base, 'POST', '/api/UserRole', workerForm(office, 'taken2'))
    const { status, body } = await call(base, 'POST', '/api/UserRole', workerForm(office, 'TAKEN'))
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: 'ログインID「TAKEN」は使われています。TAKEN3 はいかがですか。', suggestion: 'TAKEN3' },
    })
    expect((await call(base, 'POST', '/api/UserRole', workerForm(office, 'TAKEN3'))).status).toBe(200)
    const numbered = await call(base, 'POST', '/api/UserRole', workerForm(office, 'w007'))
    expect(await call(base, 'POST', '/api/UserRole', workerForm(office, 'w007'))).toMatchObject({
      status: 409,
      body: { suggestion: 'w008' },
    })
    const other = await call(base, 'POST', '/api/UserRole', workerForm(office, 'w100'))
    expect(await call(base, 'PUT', `/api/UserRole/${made(other).userId}`, { userName: made(numbered).userName })).toMatchObject({
      status: 409,
      body: { suggestion: 'w008' },
    })
  })

  test('a login ID is one of all companies, whatever its case, until its account goes or takes another', async () => {
    const { office, elsewhere, service, base, call } = people
    const first = await call(base, 'POST', '/api/UserRole', workerForm(office, 'Sato.Ken'))
    const again = (loginId: string) => call(service, 'POST', '/api/UserRole', workerForm(elsewhere, loginId))
    expect(await again('sato.ken')).toMatchObject({ status: 409, body: { suggestion: 'sato.ken2' } })
    const url = `/api/UserRole/${made(first).userId}`
    // Only how it is written changes.
    expect((await call(base, 'PUT', url, { userName: 'SATO.ken' })).status).toBe(200)
    expect((await again('sato.ken')).status).toBe(409)
    expect((await call(base, 'PUT', url, { userName: 'sato.k' })).status).toBe(200)
    expect((await again('Sato.Ken')).status).toBe(200)
    expect((await again('SATO.K')).status).toBe(409)
    expect((await call(base, 'DELETE', url)).status).toBe(200)
    expect((await again('SATO.K')).status).toBe(200)
  })

  test('an administrator of the service belongs to no company that anybody sees', async () => {
    const { service, call } = people
    const account = await call(service, 'POST', '/api/UserRole', admin('AdminUnitService'))
    expect(account.body).toMatchObject({ companyId: null, companyName: null, officeId: null })
    const { userId } = made(account)
    expect((await call(service, 'GET', `/api/UserRole/${userId}`)).body).toEqual(account.body)
    const { data } = (await call(service, 'GET', '/api/UserRole?role=AdminUnitService')).body as { data: Body[] }
    expect(data).toContainEqual(account.body)
    expect((await call(service, 'GET', '/api/UserRole?companyId=0')).status).toBe(400)
    expect(await call(service, 'PUT', `/api/UserRole/${userId}`, { fullName: '改名　花子' })).toMatchObject({
      status: 200,
      body: { companyId: null, companyName: null },
    })
    const [entry] = await auditOf(userId)
    expect(entry).toMatchObject({ company_id: providerId, after: { companyId: null } })
    const file = String((await call(service, 'GET', '/api/UserRole/Download?role=AdminUnitService')).body)
    expect(file).toContain('改名　花子')
  })

  test('a taken worker code is E009', async () => {
    const { office, base, call } = people
    await call(base, 'POST', '/api/UserRole', workerForm(office, 'c1', { workerCode: 'same' }))
    expect(await call(base, 'POST', '/api/UserRole', workerForm(office, 'c2', { workerCode: 'same' }))).toMatchObject({
      status: 400,
      body: ['入力した作業者コードはすでに登録されています。'],
    })
  })
})

describe("base administrators' login IDs", () => {
  const baseAdmin = (office: { company_id: number; office_id: number }, more: object = {}) => ({
    ...admin('HeadquartersAdmin', { companyId: office.company_id, officeId: office.office_id }),
    userName: '自分で',
    ...more,
  })

  test('are made of the site code and a number that nobody had', async () => {
    const { db, service, call } = people
    const office = await makeOffice(db, { base_code: 'TYO' })
    const preview = async () =>
      (await call(service, 'GET', `/api/UserRole/GetUserId?role=HeadquartersAdmin&officeId=${office.office_id}`)).body
    expect(await preview()).toEqual({ userName: 'TYO-1' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(service, 'POST', '/api/UserRole', baseAdmin(office))))
    expect(answers.map((answer) => made(answer).userName).toSorted()).toEqual(['TYO-1', 'TYO-2', 'TYO-3', 'TYO-4'])
    const last = answers.find((answer) => made(answer).userName === 'TYO-4')
    await call(service, 'DELETE', `/api/UserRole/${made(last!).userId}`)
    expect(await preview()).toEqual({ userName: 'TYO-5' })
    const namesake = await makeOffice(db, { base_code: 'tyo' })
    // The number of a deleted one is free for a site that did not have it; existing ones are skipped.
    expect(made(await call(service, 'POST', '/api/UserRole', baseAdmin(namesake))).userName).toBe('tyo-4')
    await makeUser(db, 'User', namesake, { login_id: 'TYO-7b' })
    await makeUser(db, 'User', namesake, { login_id: 'TYO-5' })
    expect(made(await call(service, 'POST', '/api/UserRole', baseAdmin(office))).userName).toBe('TYO-6')
  })

  test('run on whatever people of another company are called', async () => {
    const { db, service, elsewhere, call } = people
    const office = await makeOffice(db, { base_code: 'KYO' })
    for (const login_id of ['KYO-99999999', 'KYO-2147483647']) await makeUser(db, 'User', elsewhere, { login_id })
    const given: string[] = []
    for (let n = 1; n <= 3; n += 1) given.push(made(await call(service, 'POST', '/api/UserRole', baseAdmin(office))).userName)
    expect(given).toEqual(['KYO-1', 'KYO-2', 'KYO-3'])
  })

  test('stay, whatever the form sends; a foreign site foretells nothing', async () => {
    const { office, elsewhere, contract, call } = people
    const answer = await call(contract, 'POST', '/api/UserRole', baseAdmin(office))
    const changed = await call(contract, 'PUT', `/api/UserRole/${made(answer).userId}`, { userName: 'mine', fullName: '改名　花子' })
    expect(changed).toMatchObject({ status: 200, body: { userName: made(answer).userName, fullName: '改名　花子' } })
    expect((await call(contract, 'GET', `/api/UserRole/GetUserId?role=HeadquartersAdmin&officeId=${elsewhere.office_id}`)).status).toBe(404)
  })
})

describe('changing an account', () => {
  const make = async (loginId: string, more: object = {}) =>
    made(await people.call(people.base, 'POST', '/api/UserRole', workerForm(people.office, loginId, more)))

  test('what the form leaves out stays; the log shows what changed', async () => {
    const { base, call } = people
    const worker = await make('u1', { affiliation1: '鉄筋', email: 'u1@example.jp' })
    const { status, body } = await call(base, 'PUT', `/api/UserRole/${worker.userId}`, { version: 1, FULLNAME: '山田　次郎', email: '' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ fullName: '山田　次郎', email: null, affiliation1: '鉄筋', version: 2 })
    expect((await auditOf(worker.userId))[1]).toMatchObject({
      action: 'update',
      before: { fullName: '山田　太郎', email: 'u1@example.jp' },
      after: { fullName: '山田　次郎', email: null },
    })
  })

  test('a common password is given to nobody', async () => {
    const { base, office, call } = people
    const common = { password: 'Password1', confirmPassword: 'Password1' }
    const refused = { status: 400, body: ['パスワード：よく使われているパスワードです。ほかの人が思いつかないものにしてください。'] }
    expect(await call(base, 'POST', '/api/UserRole', workerForm(office, 'common', common))).toMatchObject(refused)
    const worker = await make('uncommon')
    expect(await call(base, 'PUT', `/api/UserRole/${worker.userId}`, common)).toMatchObject(refused)
  })

  test('one’s own password is not changed by a form, which does not ask for the old one', async () => {
    const { db, office, call } = people
    const other = await makeUser(db, 'HeadquartersAdmin', office)
    const chosen = { password: 'Chosen-7402', confirmPassword: 'Chosen-7402' }
    const isRefused = await call(people.service, 'PUT', `/api/UserRole/${people.service.user_id}`, chosen)
    expect(isRefused).toMatchObject({
      status: 400,
      body: ['自分のパスワードは「パスワードの変更」の画面で変えてください。現在のパスワードを確かめるためです。'],
    })
    const saved = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('user_id', '=', people.service.user_id)
      .executeTakeFirstOrThrow()
    expect(saved.password_hash).toBe(people.service.password_hash)
    expect((await call(people.contract, 'PUT', `/api/UserRole/${other.user_id}`, chosen)).status).toBe(200)
  })

  test('an older version is refused; none at all wins, and the log says so', async () => {
    const { base, call } = people
    const worker = await make('u2')
    const url = `/api/UserRole/${worker.userId}`
    await call(base, 'PUT', url, { version: 1, affiliation1: 'a' })
    expect(await call(base, 'PUT', url, { version: 1, affiliation1: 'b' })).toMatchObject({
      status: 412,
      body: 'ほかの人が先に変更しました。読み込み直してください。',
    })
    expect((await call(base, 'PUT', url, { affiliation1: 'c' })).status).toBe(200)
    expect((await auditOf(worker.userId)).map((entry) => entry.action)).toEqual(['create', 'update', 'updateWithoutVersion'])
  })

  test('role and worker code stay as they are', async () => {
    const { base, service, call } = people
    const worker = await make('u3', { workerCode: 'W3' })
    const url = `/api/UserRole/${worker.userId}`
    expect(await call(base, 'PUT', url, { role: 'HeadquartersAdmin' })).toMatchObject({ status: 400, body: ['権限は変更できません。'] })
    expect(await call(service, 'PUT', url, { role: 'GroupLeader' })).toMatchObject({ status: 200, body: { role: 'User' } })
    expect(await call(base, 'PUT', url, { workerCode: 'W4' })).toMatchObject({ status: 400, body: ['作業者コードは変更できません。'] })
    expect((await call(base, 'PUT', url, { workerCode: 'Ｗ３' })).status).toBe(200)
  })

  test('a new password ends the sessions; an empty one keeps the old', async () => {
    const { base, call } = people
    const worker = await make('u4')
    const url = `/api/UserRole/${worker.userId}`
    const { headers } = await signInAs(people.context, worker.userId)
    const isSignedIn = async () => (await people.ask('GET', '/api/UserInfo', { headers })).status === 200
    await call(base, 'PUT', url, { password: '', confirmPassword: '' })
    expect(await isSignedIn()).toBe(true)
    expect((await call(base, 'PUT', url, { password: 'Mimamori-2' })).body).toEqual(['確認用パスワード：パスワードと一致していません。'])
    await call(base, 'PUT', url, { password: 'Mimamori-2', confirmPassword: 'Mimamori-2' })
    expect(await isSignedIn()).toBe(false)
    expect((await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'u4', password: 'Mimamori-2' } })).status).toBe(200)
    expect((await auditOf(worker.userId)).at(-1)).toMatchObject({ after: { passwordChanged: true } })
  })

  test('somebody who moves to another site leaves the group', async () => {
    const { db, office, beside, contract, call } = people
    const group = await makeGroup(db, { office_id: office.office_id })
    const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id }, { gender: 1, date_of_birth: '1980-01-01' })
    const { body } = await call(contract, 'PUT', `/api/UserRole/${leader.user_id}`, { officeId: beside.office_id })
    expect(body).toMatchObject({ officeId: beside.office_id, groupId: null, role: 'User' })
    const left = await db.selectFrom('work_group').selectAll().where('work_group.group_id', '=', group.group_id).executeTakeFirstOrThrow()
    expect(left.version).toBe(group.version + 1)
  })

  test('nobody changes an account beyond their reach', async () => {
    const { db, office, beside, elsewhere, contract, base, call } = people
    const others = [
      [contract, await makeUser(db, 'User', elsewhere)],
      [contract, await makeUser(db, 'AdminUnitContract', office)],
      [contract, await makeUser(db, 'AdminUnitService')],
      [base, await makeUser(db, 'User', beside)],
      [base, await makeUser(db, 'HeadquartersAdmin', office)],
    ] as const
    for (const [actor, other] of others)
      for (const method of ['GET', 'PUT', 'DELETE'] as const)
        expect(
          (await call(actor, method, `/api/UserRole/${other.user_id}`, method === 'PUT' ? { fullName: '侵入' } : undefined)).status,
        ).toBe(404)
  })
})

describe('somebody whose heart is not judged', () => {
  test('is marked by administrators, on record with who did it, and stays so where a form says nothing', async () => {
    const { office, base, call } = people
    const { userId } = made(await call(base, 'POST', '/api/UserRole', workerForm(office, 'heart-1')))
    const url = `/api/UserRole/${userId}`
    expect((await call(base, 'GET', url)).body).toMatchObject({ heartJudged: true })
    expect((await call(base, 'PUT', url, { heartJudged: false })).body).toMatchObject({ heartJudged: false })
    expect((await call(base, 'PUT', url, { fullName: '山田　次郎' })).body).toMatchObject({ heartJudged: false })
    expect((await call(base, 'PUT', url, { heartJudged: null })).status).toBe(400)
    expect((await call(base, 'GET', url)).body).toMatchObject({ heartJudged: false })
    expect((await call(base, 'PUT', url, { heartJudged: '1' })).body).toMatchObject({ heartJudged: true })
    const changes = (await auditOf(userId)).map(({ user_name, before, after }) => [user_name, before, after])
    expect(changes).toEqual([
      [base.login_id, null, expect.objectContaining({ heartJudged: true })],
      [base.login_id, expect.objectContaining({ heartJudged: true }), expect.objectContaining({ heartJudged: false })],
      [base.login_id, expect.anything(), expect.anything()],
      [base.login_id, expect.objectContaining({ heartJudged: false }), expect.objectContaining({ heartJudged: true })],
    ])
  })

  test('may be marked when they are made', async () => {
    const { office, base, call } = people
    expect((await call(base, 'POST', '/api/UserRole', workerForm(office, 'heart-2', { heartJudged: 0 }))).body).toMatchObject({
      heartJudged: false,
    })
  })

  test('is seen by the leaders of their group, who change nothing, and by nobody else below the administrators', async () => {
    const { db, office, call } = people
    const [own, other] = await Promise.all([makeGroup(db, { office_id: office.office_id }), makeGroup(db, { office_id: office.office_id })])
    const worker = await makeUser(db, 'User', { ...office, group_id: own.group_id }, { heart_judged: false })
    const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: own.group_id })
    const stranger = await makeUser(db, 'GroupLeader', { ...office, group_id: other.group_id })
    const colleague = await makeUser(db, 'User', { ...office, group_id: own.group_id })
    const url = `/api/UserRole/${worker.user_id}`
    expect(await call(leader, 'GET', url)).toMatchObject({ status: 200, body: { heartJudged: false } })
    expect((await call(leader, 'PUT', url, { heartJudged: true })).status).toBe(403)
    expect((await call(stranger, 'GET', url)).status).toBe(404)
    expect((await call(colleague, 'GET', url)).status).toBe(403)
    const detail = async (viewer: { user_id: number }) => call(viewer, 'GET', `/api/HealthCondition/${worker.user_id}/0`)
    expect((await detail(worker)).body).toMatchObject({ now: { heartJudged: false } })
    expect((await detail(leader)).body).toMatchObject({ now: { heartJudged: false } })
    expect((await detail(colleague)).status).toBe(404)
    expect((await detail(stranger)).status).toBe(404)
  })
})
