import { gradeNames } from '@mimamori/contract/labels'
import { channelKindNames } from '@mimamori/contract/notification-channel'
import { settingField } from '@mimamori/contract/settings'
import { expect, test } from 'vitest'
import { changesOf, subjectOf, valueInWords } from './diff.ts'

const subject = (resource: string, before: unknown = null, after: unknown = null, personName: string | null = null) =>
  subjectOf({ resource, resourceId: '12', personName, before, after })

test('only what differs is a change, under its label', () => {
  expect(
    changesOf(
      'user',
      { fullName: '佐々木　隆', phoneNumber: null, version: 1 },
      { fullName: '佐々木　隆', phoneNumber: '090-1', version: 2 },
    ),
  ).toEqual([{ field: 'phoneNumber', label: '電話番号', before: 'なし', after: '090-1' }])
})

test('a record that was made says all it holds, one that was deleted all it held', () => {
  expect(changesOf('company', null, { officeCode: 'C1', companyName: '青葉建設' }).map(({ label, after }) => `${label} ${after}`)).toEqual([
    '会社コード C1',
    '会社名 青葉建設',
  ])
  expect(changesOf('company', { officeCode: 'C1' }, null)).toEqual([
    { field: 'officeCode', label: '会社コード', before: 'C1', after: 'なし' },
  ])
})

test('the reason why somebody from their company’s provider was not signed in is shown in words', () => {
  const [change] = changesOf('session', null, { refusedFor: 'otherSubject' })
  expect(change).toMatchObject({ label: '断った理由', after: '認証サービスでのアカウントが、前回のログインのときと違う' })
})

test('what a form shows by name is said by name', () => {
  const changeTexts = (resource: string, before: unknown, after: unknown) =>
    changesOf(resource, before, after).map((change) => change.after)
  expect(changeTexts('alert', { handling: 'open', outcome: null }, { handling: 'closed', outcome: 'sentHome' })).toEqual(['完了', '帰宅'])
  expect(changeTexts('gateway', null, { gatewayType: '2', installationStatus: '9', status: '0' })).toEqual([
    '子機',
    'メンテナンス中',
    '表示しない',
  ])
  expect(changeTexts('device', null, { deviceType: '3' })).toEqual(['体調デバイス（新型）'])
  expect(changeTexts('siteMap', null, { type: '3', sismilType: '1' })).toEqual(['図面とGPS', '暑さ指数計'])
})

test('the heat settings of somebody’s site and group are no change of the person', () => {
  expect(changesOf('user', null, { office_class: 2, group_clothing: 'workClothes', office_acclimatised: true })).toEqual([])
})

test('a list that was read says how many people were seen, and its filters in words', () => {
  const changeTexts = (resource: string, after: object) =>
    changesOf(resource, null, after).map((change) => `${change.label} ${change.after}`)
  expect(changeTexts('conditionList', { peopleSeen: 120, officeName: '東雲', groupName: '足場班', minLevel: 2 })).toEqual([
    '人数 120人',
    '拠点 東雲',
    'グループ 足場班',
    '総合アラート 警戒以上',
  ])
  expect(changeTexts('alertList', { kind: ['condition', 'emergency'], from: '2026-07-01', drill: 'all', peopleSeen: 3 })).toEqual([
    '人数 3人',
    '種別 体調、緊急',
    '開始日 2026-07-01',
    '訓練 訓練を含む',
  ])
  expect(changeTexts('people', { role: ['User', 'GroupLeader'], fullName: '佐', isLockedOut: true, peopleSeen: 2 })).toEqual([
    '人数 2人',
    '権限 作業者、職長',
    '氏名 佐',
    'ロック はい',
  ])
  expect(changeTexts('liveStream', { officeName: '東雲', peopleSeen: 40 })).toEqual(['人数 40人', '拠点 東雲'])
  expect(subject('people', null, { fullName: '佐' })).toBeUndefined()
})

test('people of a group are said by name', () => {
  const [change] = changesOf(
    'group',
    { listMember: [{ userId: 1, fullName: '今井　翔太' }] },
    {
      listMember: [
        { userId: 1, fullName: '今井　翔太' },
        { userId: 2, fullName: '工藤　聡' },
      ],
    },
  )
  expect(change).toEqual({ field: 'listMember', label: 'メンバー', before: '今井　翔太', after: '今井　翔太、工藤　聡' })
})

test.each([
  [true, 'はい'],
  [[], 'なし'],
  [0, '0'],
  [{ email: 'a@b.jp' }, 'a@b.jp'],
  [{ before: 'User', after: 'GroupLeader' }, 'User GroupLeader'],
])('%j reads %s', (value, words) => expect(valueInWords(value)).toBe(words))

test('a master setting is said as its screen says it, and whom mails go to in full', () => {
  const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION.MAXIMUM_HEART_RATE'
  expect(
    changesOf(
      'masterSetting',
      { officeName: '晴海', [durations]: null, 'EMAIL_ALERT_SETTING.TO': 'a@b.jp', 'ALERT_LIST_DISPLAY_ITEM_SETTING.HEART_RATE': '1' },
      {
        officeName: '晴海',
        [durations]: '4',
        'EMAIL_ALERT_SETTING.TO': 'a@b.jp,c@d.jp',
        'ALERT_LIST_DISPLAY_ITEM_SETTING.HEART_RATE': '0',
      },
    ).map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ['最大心拍超過', 'なし', '4分'],
    ['宛先（To）', 'a@b.jp', 'a@b.jp、c@d.jp'],
    ['アラート一覧の表示項目・心拍', '表示', '非表示'],
  ])
})

test('a record is known by its name, before or after', () => {
  expect(subject('company', { companyName: '青葉建設' })).toBe('青葉建設')
  expect(subject('company')).toBeUndefined()
  expect(subject('siteMap', { locationName: '本館', floor: '1F' }, { locationName: '新館', floor: '1F' })).toBe('新館 1F')
  expect(subject('gateway', { locationName: '北棟 3階' })).toBeUndefined()
})

test('a person is known by the name they had then, else by the one they have; their alerts by number too', () => {
  expect(subject('user', { email: 'a@example.jp' }, { email: 'b@example.jp' }, '佐々木　隆')).toBe('佐々木　隆')
  expect(subject('user', { fullName: '高橋　隆' }, null, '佐々木　隆')).toBe('高橋　隆')
  expect(subject('alert', { handling: 'open' }, { handling: 'acknowledged' }, '佐々木　隆')).toBe('佐々木　隆 No. 12')
  expect(subject('alert', { handling: 'open' }, { handling: 'acknowledged' })).toBeUndefined()
})

test('a look at somebody names them, and the alert whose record it was', () => {
  expect(changesOf('alertRecord', null, { fullName: '佐々木　隆', alertId: 12 }).map(({ label, after }) => `${label} ${after}`)).toEqual([
    '氏名 佐々木　隆',
    'アラートの番号 12',
  ])
  expect(subject('workerReport', null, { fullName: '佐々木　隆' })).toBe('佐々木　隆')
})

test('a deleted map names what was on it', () => {
  expect(changesOf('siteMap', { locationName: '本館', corners: null, devices: ['GW-01', 'GW-02'] }, null)).toEqual([
    { field: 'locationName', label: '建物・工区', before: '本館', after: 'なし' },
    { field: 'devices', label: '未配置に戻した機器', before: 'GW-01、GW-02', after: 'なし' },
  ])
})

test("an ingest key's ID is not taken for its site's number", () => {
  expect(changesOf('ingestKey', null, { id: '6e243c8c', name: '東ゲート' }).map(({ label }) => label)).toEqual(['キーのID', '名前'])
})

test('what a channel was and is, and the steps of the escalation, are said in words', () => {
  const texts = (resource: string, after: object, channels?: ReadonlyMap<string, string>) =>
    changesOf(resource, null, after, channels).map((change) => `${change.label} ${change.after}`)
  const channel = { type: 'teams', level: 4, kinds: ['siteHeat', 'belt'], language: 'zh-Hans', secrets: ['token'], withNames: true }
  expect(texts('notificationChannel', { ...channel, isEnabled: false, format: 'json', destination: 'replaced' })).toEqual([
    '送り先の種類 Microsoft Teams',
    '段階 緊急だけ',
    `種類 ${channelKindNames.siteHeat}、${channelKindNames.belt}`,
    '言葉 中国語（簡体字）',
    '合言葉 トークン',
    '氏名を送る はい',
    '使う いいえ',
    '送る形 JSON',
    '送り先 変えました',
  ])
  expect(texts('notificationChannel', { level: 2 })).toEqual([`段階 ${gradeNames[2]}`])
  const key = { name: '元請の掲示板', scopes: '体調、アラート', offices: 'すべて', endsOn: '2027-03-31' }
  expect(texts('apiToken', key)).toEqual(['名前 元請の掲示板', '範囲 体調、アラート', '拠点 すべて', '期限 2027-03-31'])
  const names = new Map([['00112233445566aa', '夜間の当番室']])
  const steps = { [settingField(['ESCALATION_SETTING', 'STEPS'])]: 'DutyRota,channel:00112233445566aa,GroupLeader' }
  expect(texts('masterSetting', steps, names)).toEqual([expect.stringMatching(/ 担当表→通知先 夜間の当番室→職長$/)])
})
