import { describe, expect, test } from 'vitest'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startImportTests } from './test-import.ts'

const { people, upload, fileOf, personOf } = await startImportTests()
const { db, office, base } = people

const send = (
  lines: readonly string[],
  fields: Record<string, string> = {},
  actor: { user_id: number } = base,
  officeId = office.office_id,
) => upload(actor, officeId, lines.join('\r\n'), { role: 'User', ...fields })

const header = 'ログインID,氏名,フリガナ,性別,生年月日'
const person = (loginId: string, name = '山田　太郎', day = '1980-04-01') => `${loginId},${name},ヤマダ　タロウ,男,${day}`

describe('headings', () => {
  test('are known by what people call them, and columns that need not be filled may be left out', async () => {
    const lines = [
      'No,ログイン名,名前,ふりがな,性 別,誕生日（西暦）,携帯,社員番号,備考',
      '1,col1,佐藤　一,サトウ　ハジメ,女,1990/5/6,090-1111-2222,S-1,よい人',
    ]
    // 誕生日（西暦） is none of them.
    expect((await send(lines)).body).toEqual(['ファイルの内容が正しくありません。', '1行目に見出しがありません：生年月日'])
    expect(await send([lines[0]?.replace('誕生日', '生年月日') ?? '', lines[1] ?? ''])).toMatchObject({ status: 200, body: { created: 1 } })
    expect(await personOf('col1')).toMatchObject({
      full_name: '佐藤　一',
      furigana: 'サトウ　ハジメ',
      gender: 2,
      date_of_birth: '1990-05-06',
      phone_number: '090-1111-2222',
      worker_code: 'S-1',
      email: null,
    })
  })

  test('that are missing are named by their labels', async () => {
    expect((await send(['ログインID,携帯', 'x,1'])).body).toEqual([
      'ファイルの内容が正しくありません。',
      '1行目に見出しがありません：氏名、フリガナ、性別、生年月日',
    ])
  })

  test('of which two could be one field are refused', async () => {
    expect((await send([`${header},携帯,電話`, `${person('two1')},090-1,03-1`])).body).toEqual([
      'ファイルの内容が正しくありません。',
      '1行目に、「電話番号」に当たる見出しが2つあります：携帯、電話',
    ])
    expect(await send([`${header},携帯,電話番号`, `${person('two1')},090-1,03-1`])).toMatchObject({ status: 200 })
    expect(await personOf('two1')).toMatchObject({ phone_number: '03-1' })
    expect((await send([`${header},氏名`, `${person('two2')},別　名`])).body).toContain('1行目に同じ見出しがあります：氏名')
  })
})

describe('a mapping', () => {
  const lines = ['A,B,C,氏名,携帯,電話', 'map1,マップ　ヨミ,男,地図　人,090-3,03-3']
  const mapping = (other: object) =>
    send(['A,B,C,D,氏名,携帯,電話', 'map1,マップ　ヨミ,男,1970-01-02,地図　人,090-3,03-3'], { mapping: JSON.stringify(other) })

  test('says which column is which field', async () => {
    expect(await mapping({ userName: 1, furigana: 2, gender: 3, dateOfBirth: 4, phoneNumber: 7 })).toMatchObject({
      status: 200,
      body: { created: 1 },
    })
    expect(await personOf('map1')).toMatchObject({
      full_name: '地図　人',
      furigana: 'マップ　ヨミ',
      date_of_birth: '1970-01-02',
      phone_number: '03-3',
    })
  })

  test.each([
    ['列の対応：9列目はありません。見出しは7列です。', { userName: 9 }],
    ['列の対応：0列目はありません。見出しは7列です。', { userName: 0 }],
    ['列の対応：1列目が、2つの項目に使われています。', { userName: 1, furigana: 1 }],
    ['列の対応：「shoeSize」という項目はありません。', { shoeSize: 1 }],
    ['列の対応：「deletes」という項目はありません。', { deletes: 1 }],
    ['1行目に見出しがありません：氏名', { userName: 1, furigana: 2, gender: 3, dateOfBirth: 4, phoneNumber: null, fullName: null }],
  ])('is refused: %s', async (text, other) => {
    expect(await mapping(other)).toMatchObject({ status: 400, body: ['ファイルの内容が正しくありません。', text] })
  })

  test.each(['{', '[1]', '{"userName":"1"}', '7', '{"userName":1.5}'])('that is none is refused: %s', async (other) => {
    expect(await send(lines, { mapping: other })).toMatchObject({
      status: 400,
      body: ['列の対応を読み取れません。項目の名前と列の番号（1から）を、JSONで送ってください。'],
    })
  })
})

test('a column that a file does not have changes nothing of those who are there; an empty cell does', async () => {
  const device = await makeDevice(db, 'vital', office.office_id, { serial: 'kept-1' })
  await makeUser(db, 'User', office, {
    login_id: 'kept1',
    worker_code: 'K-1',
    phone_number: '03-1',
    email: 'a@example.jp',
    affiliation1: '鉄筋',
    consent_at: new Date('2026-07-01T10:30:00+09:00'),
    metabolic_class: 3,
    acclimatised: false,
  })
  const storedPerson = await personOf('kept1')
  await makeWear(db, storedPerson?.user_id ?? 0, device.device_id)
  expect(await send([`${header},メール`, `${person('KEPT1')},`, person('kept2')])).toMatchObject({
    status: 200,
    body: { created: 1, updated: 1, unchanged: 0 },
  })
  const {
    full_name: _,
    furigana: _f,
    gender: _g,
    date_of_birth: _d,
    version: _v,
    email: _e,
    name_folded: _n,
    ...same
  } = storedPerson ?? { version: 0 }
  expect(await personOf('kept1')).toMatchObject({ ...same, full_name: '山田　太郎', email: null })
  const wears = await db.selectFrom('wear').select(['user_id', 'worn_to']).where('device_id', '=', device.device_id).execute()
  expect(wears).toEqual([{ user_id: storedPerson?.user_id, worn_to: null }])
  expect(await send([header, person('kept1')])).toMatchObject({ status: 200, body: { updated: 1, unchanged: 1 } })
})

test('a row with more cells than headings is refused by its number', async () => {
  const answer = await send([
    `${header},所属1,削除`,
    `${person('cells1')},鉄筋,`,
    `${person('cells2')},鉄筋,東京支店,`,
    `${person('cells3')},鉄筋,,,`,
  ])
  const remedy = '値の中に「,」があるときは、値を " で囲んでください。'
  expect(answer).toMatchObject({
    status: 400,
    body: {
      messages: {
        3: [`見出しより列が多くあります（見出し7列、この行8列）。${remedy}`],
        4: [`見出しより列が多くあります（見出し7列、この行9列）。${remedy}`],
      },
    },
  })
  expect(await personOf('cells1')).toBeUndefined()
})

test('telephone numbers get the zero back that a spreadsheet took away, with a warning', async () => {
  const numbers = ['9012345678', '312345678', '8001234567', '09012345678', '90-1234-5678', '1234567890', '120']
  const answer = await send([`${header},携帯`, ...numbers.map((number, at) => `${person(`zero${at}`, `山田　${at}`)},${number}`)])
  expect(answer).toMatchObject({
    status: 200,
    body: {
      created: numbers.length,
      warnings: {
        2: ['電話番号：「9012345678」を「09012345678」として取り込みました。'],
        3: ['電話番号：「312345678」を「0312345678」として取り込みました。'],
        4: ['電話番号：「8001234567」を「08001234567」として取り込みました。'],
      },
    },
  })
  expect(Object.keys((answer.body as { warnings: object }).warnings)).toHaveLength(3)
  const stored = await Promise.all(numbers.map(async (_, at) => (await personOf(`zero${at}`))?.phone_number))
  expect(stored).toEqual(['09012345678', '0312345678', '08001234567', '09012345678', '90-1234-5678', '1234567890', '120'])
})

test('of many warnings two hundred are listed, and how many more there are', async () => {
  const lines = Array.from({ length: 230 }, (_, at) => `${person(`warn${at}`, `山田　${at}`)},901234${String(5_000 + at)}`)
  const { body } = await send([`${header},携帯`, ...lines])
  const { warnings } = body as { warnings: Record<string, string[]> }
  expect(Object.keys(warnings)).toHaveLength(200)
  expect(warnings[201]?.at(-1)).toBe('ほかに、確認の必要な行が30行あります。')
})

test('half-width kana become full-width, and how many rows had them is reported; passwords stay as they are', async () => {
  const answer = await send([
    `${header},所属1,パスワード`,
    'half1,ﾔﾏﾀﾞ　太郎,ﾔﾏﾀﾞ ﾀﾛｳ,男,1980-04-01,ｶﾌﾞ)ｱｵﾊﾞ｡,Mimamori-1ｱ',
    'half2,山田　花子,ヤマダ　ハナコ,女,1980-04-01,,',
  ])
  expect(answer).toMatchObject({ status: 200, body: { created: 2, widened: 1 } })
  expect(await personOf('half1')).toMatchObject({ full_name: 'ヤマダ　太郎', furigana: 'ヤマダ タロウ', affiliation1: 'カブ)アオバ。' })
  const signIn = (password: string) =>
    people.ask('POST', '/api/Authenticate/Login', { headers: {}, payload: { username: 'half1', password } })
  expect((await signIn('Mimamori-1ア')).status).toBe(401)
  expect((await signIn('Mimamori-1ｱ')).status).toBe(200)
})

describe('login IDs', () => {
  const made = async () => {
    const site = await makeOffice(db, { company_id: office.company_id, base_code: `T${Date.now()}` })
    const { base_code: code } = await db
      .selectFrom('office')
      .select('base_code')
      .where('office_id', '=', site.office_id)
      .executeTakeFirstOrThrow()
    const boss = await makeUser(db, 'HeadquartersAdmin', site)
    const sendThere = (lines: readonly string[], fields: Record<string, string>) => send(lines, fields, boss, site.office_id)
    const logins = async () => {
      const rows = await db
        .selectFrom('app_user')
        .select(['login_id', 'full_name', 'version'])
        .where('office_id', '=', site.office_id)
        .where('role', '=', 'User')
        .where('deleted_at', 'is', null)
        .orderBy('login_id')
        .execute()
      return rows.map(({ login_id, full_name, version }) => `${login_id.replace(code, 'CODE')} ${full_name} ${version}`)
    }
    return { site, code, sendThere, logins }
  }
  const rows = [
    '社員番号,氏名,フリガナ,性別,生年月日',
    '001,山田　太郎,ヤマダ　タロウ,男,1980-04-01',
    '002,佐藤　花子,サトウ　ハナコ,女,1981-04-01',
  ]

  test('are asked for where nothing says how they are made', async () => {
    const { sendThere } = await made()
    expect((await sendThere(rows, {})).body).toContain('1行目に見出しがありません：ログインID')
    expect((await sendThere(rows, { loginIds: 'luck' })).body).toEqual(['ログインIDの決め方：選べる値ではありません。'])
  })

  test('are made of site code and worker code, and the same file makes nobody again', async () => {
    const { sendThere, logins } = await made()
    expect(await sendThere(rows, { loginIds: 'workerCode' })).toMatchObject({ status: 200, body: { created: 2 } })
    expect(await logins()).toEqual(['CODE-001 山田　太郎 1', 'CODE-002 佐藤　花子 1'])
    expect(await sendThere(rows, { loginIds: 'workerCode' })).toMatchObject({ status: 200, body: { updated: 2, unchanged: 2 } })
    // Nor does one that would number them: a worker code says who somebody is.
    expect(await sendThere(rows, { loginIds: 'number' })).toMatchObject({ status: 200, body: { created: 0, updated: 2, unchanged: 2 } })
  })

  test('are made of site code and running number for rows that have none', async () => {
    const { sendThere, logins, code } = await made()
    const lines = [header, person('', '山田　太郎'), person(`${code}-own`, '佐藤　花子'), person('', '鈴木　一', '1970-01-01')]
    expect(await sendThere(lines, { loginIds: 'number' })).toMatchObject({ status: 200, body: { created: 3 } })
    expect(await logins()).toEqual(['CODE-1 山田　太郎 1', 'CODE-2 鈴木　一 1', 'CODE-own 佐藤　花子 1'])
    expect(
      await sendThere([lines[0] ?? '', lines[1] ?? '', person('', '鈴木 一', '1970-01-01'), person('', '新人　二')], {
        loginIds: 'number',
      }),
    ).toMatchObject({
      status: 400,
      body: {
        messages: {
          2: [
            `ログインID：氏名と生年月日の同じ作業者（${code}-1）がいます。同じ人ならそのログインIDを、別の人なら新しいログインIDを入力してください。`,
          ],
          3: [expect.stringContaining(`（${code}-2）`)],
        },
      },
    })
    const twice = [header, person('', '双子　一'), person('', '双子　一')]
    expect((await sendThere(twice, { loginIds: 'number' })).body).toEqual({
      messages: { 3: ['ログインID：2行目と氏名も生年月日も同じです。別の人なら、ログインIDを入力してください。'] },
    })
    expect(await logins()).toHaveLength(3)
  })

  test('that cannot be made are reported by row', async () => {
    const { sendThere, code } = await made()
    await makeUser(db, 'HeadquartersAdmin', office, { login_id: `${code}-003` })
    const lines = [
      '作業者コード,氏名,フリガナ,性別,生年月日',
      ',山田　一,ヤマダ,男,1980-04-01',
      '班-1,山田　二,ヤマダ,男,1980-04-01',
      '003,山田　三,ヤマダ,男,1980-04-01',
    ]
    expect((await sendThere(lines, { loginIds: 'workerCode' })).body).toEqual({
      messages: {
        2: ['ログインID：作業者コードも空のため、作れません。どちらかを入力してください。'],
        3: ['作業者コード：ログインIDに使えない文字か、長さです。ログインIDを入力してください。'],
        4: [`ログインID：作業者コードから作った「${code}-003」は、ほかの人が使っています。ログインIDを入力してください。`],
      },
    })
  })

  test('are not made of a site code that no login ID may hold, nor for administrators', async () => {
    const site = await makeOffice(db, { company_id: office.company_id, base_code: '東京' })
    expect((await send(rows, { loginIds: 'number' }, people.contract, site.office_id)).body).toEqual([
      '拠点コード「東京」に、ログインIDには使えない文字があるため、ログインIDを作れません。ファイルにログインIDの列を入れてください。',
    ])
    expect(await upload(people.contract, office.office_id, 'x', { role: 'HeadquartersAdmin', loginIds: 'number' })).toMatchObject({
      status: 400,
    })
  })
})

describe('the form beside the file', () => {
  test('names the field that is missing', async () => {
    const file = await fileOf([])
    const missing = (field: string) => ({ status: 400, body: ['必須の項目がすべて入力されていません。', `${field}：この項目は必須です。`] })
    expect(await upload(base, office.office_id, file, {})).toMatchObject(missing('権限'))
    expect(await upload(base, office.office_id, file, { role: ' ' })).toMatchObject(missing('権限'))
    expect(await upload(base, office.office_id, file, { role: 'King' })).toMatchObject({
      status: 400,
      body: ['権限：選べる値ではありません。'],
    })
  })

  test.each([
    ['officeId', '拠点：999と送られましたが、宛先の番号は', '999'],
    ['companyId', '会社：999と送られましたが、宛先の番号は', '999'],
    ['OFFICEID', '拠点：999と送られましたが、宛先の番号は', '999'],
    ['companyId', '会社：整数で入力してください。', 'abc'],
  ])('names %s where it says otherwise than the path', async (field, text, other) => {
    expect(await upload(base, office.office_id, await fileOf([]), { role: 'User', [field]: other })).toMatchObject({
      status: 400,
      body: [expect.stringContaining(text)],
    })
  })

  test('may say company and office beside the path, or neither', async () => {
    const fields = { role: 'User', companyId: String(office.company_id), officeId: String(office.office_id) }
    expect(await send([header, person('form1')], fields)).toMatchObject({ status: 200 })
    expect(await send([header, person('form1')], { companyId: '', officeId: 'null' })).toMatchObject({ status: 200 })
  })

  test('says by its role that the path is a company', async () => {
    const lines = ['ログインID,名前,カナ', `con-${office.company_id},契約　一,ケイヤク　ハジメ`]
    const { company_id: companyId } = office
    for (const role of ['AdminUnitContract', 'ADMIN_UNIT_CONTRACT'])
      expect(await upload(people.service, companyId, lines.join('\n'), { role, companyId: String(companyId), officeId: '' })).toMatchObject(
        { status: 200 },
      )
    expect(await personOf(`con-${companyId}`)).toMatchObject({ role: 'AdminUnitContract', company_id: companyId })
    const service = ['ログインID,名前,カナ', 'ser-1,サービス　一,サービス　ハジメ']
    expect(
      await upload(people.service, companyId, service.join('\n'), { role: 'AdminUnitService', companyId: String(companyId) }),
    ).toMatchObject({ status: 200 })
    expect(await personOf('ser-1')).toMatchObject({ role: 'AdminUnitService', company_id: 0 })
  })
})
