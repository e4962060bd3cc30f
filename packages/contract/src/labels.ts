import { acclimatisationLabels } from './acclimatisation-labels.ts'
import { apiTokenLabels } from './api-token-labels.ts'
import { alertLabels } from './alert-labels.ts'
import { channelLabels } from './channel-labels.ts'
import { connectionLabels } from './connection-labels.ts'
import { deviceLabels } from './device-labels.ts'
import { drillLabels } from './drill-labels.ts'
import { dutyLabels } from './duty-labels.ts'
import { dutyRotaLabels } from './duty-rota-labels.ts'
import { erasureLabels } from './erasure-labels.ts'
import { firstStepLabels } from './first-step-labels.ts'
import { officeLabels } from './office-labels.ts'
import { mapLabels } from './map-labels.ts'
import { signInLabels } from './sign-in-labels.ts'
import { morningCheckLabels } from './morning-check-labels.ts'
import { planLabels } from './plan-labels.ts'
import { ownDataLabels } from './own-data-labels.ts'
import { restLabels } from './rest-labels.ts'
import { selfReportLabels } from './self-report-labels.ts'
import { readingLabels } from './reading-labels.ts'
import { handOutLabels } from './wear-labels.ts'
import { reportingLabels } from './report-labels.ts'

export * from './health-names.ts'

/**
 * The label of every field, keyed by resource and field. Headings, forms, filters, CSV headers, validation
 * messages and the audit log read it only here.
 */
export const labels = {
  ...signInLabels,
  ...erasureLabels,
  ...firstStepLabels,
  ...officeLabels,
  apiToken: apiTokenLabels,
  connection: connectionLabels,
  notificationChannel: channelLabels,
  user: {
    id: '番号',
    userId: '利用者番号',
    userName: 'ログインID',
    loginIds: 'ログインIDの決め方',
    password: 'パスワード',
    confirmPassword: '確認用パスワード',
    fullName: '氏名',
    furigana: 'フリガナ',
    phoneNumber: '電話番号',
    email: 'メールアドレス',
    roleKey: '権限',
    role: '権限',
    roleJp: '権限',
    worker: '作業者だけ',
    companyName: '会社',
    officeName: '拠点',
    groupName: 'グループ',
    siteOfficeMasterCode: '拠点コード',
    officeId: '拠点',
    companyId: '会社',
    groupId: 'グループ',
    isLockedOut: 'ロック',
    isDisabled: 'アカウントの停止',
    isDeleted: '削除した人',
    archived: '拠点の状態',
    hasPassword: 'パスワード設定',
    sessionId: 'ログインの番号',
    hasSecondFactor: '二段階認証',
    workerCode: '作業者コード',
    gender: '性別',
    dateOfBirth: '生年月日',
    affiliation1: '所属1',
    affiliation2: '所属2',
    affiliation3: '所属3',
    language: '言語',
    meditagId: '体調デバイス',
    meditagType: '体調デバイスの種別',
    safetyBeltId: '安全帯',
    safetyBeltType: '安全帯の種別',
    consentAt: '測定に同意した日',
    consentWithdrawnAt: '同意を取り消した日',
    firstExposureOn: '暑さの中で働き始めた日',
    heartJudged: '心拍で判断する',
    guestUntil: '本日のみの期限',
    observedAcclimatised: '測定からみた暑熱順化',
    daysWithoutExposure: '暑さの中の作業がない日数',
    metabolicClass: '作業の強さ',
    acclimatised: '暑熱順化',
    clothing: '服装',
    referenceWbgt: '基準値',
    exactFullName: '氏名（全体）',
    listUserNameByListOffice: '拠点',
    canDelete: '削除できる',
    version: '版',
  },
  company: {
    id: '会社番号',
    companyId: '会社番号',
    officeCode: '会社コード',
    companyName: '会社名',
    singleSignOn: '認証サービス',
    version: '版',
  },
  group: {
    id: 'グループ番号',
    groupCode: 'グループコード',
    groupName: 'グループ名',
    officeId: '拠点',
    companyId: '会社',
    baseName: '拠点',
    companyName: '会社',
    role: '権限',
    groupLeader: '職長',
    leaderId: '職長',
    listSubleader: '副職長',
    listMember: 'メンバー',
    people: '人数',
    listEmailAlert: 'アラート通知先メールアドレス',
    email: 'メールアドレス',
    address: 'メールアドレス',
    userId: '利用者番号',
    userName: 'ログインID',
    workerCode: '作業者コード',
    fullName: '氏名',
    ungrouped: 'グループに入っている人を隠す',
    withoutGuests: '本日のみの作業者を除く',
    without: '除く人',
    metabolicClass: '作業の強さ',
    acclimatised: '暑熱順化',
    clothing: '服装',
    version: '版',
  },
  ...deviceLabels,
  auditLog: {
    at: '日時',
    userName: '利用者',
    fullName: '利用者の氏名',
    userId: '利用者',
    action: '操作',
    resource: '対象',
    resourceId: '番号',
    before: '変更前',
    after: '変更後',
    address: '接続元',
    part: '種類',
    kind: '対象',
    from: '開始日',
    to: '終了日',
  },
  endOfWork: {
    userId: '作業者',
    groupId: 'グループ',
    officeId: '拠点',
  },
  database: {
    host: '場所',
    awaySince: '使えなくなった時刻',
  },
  job: {
    jobId: '処理番号',
  },
  healthCondition: {
    userId: '作業者',
    fullName: '氏名',
    age: '年齢',
    officeId: '拠点',
    companyId: '会社',
    baseName: '拠点',
    groupId: 'グループ',
    groupName: 'グループ',
    lastEventId: '続きの位置',
    heartRate: '心拍',
    excess: 'WBGT超過',
    wbgtValue: 'WBGT',
    wbgtMeasurementPoint: 'WBGT測定場所',
    bateryLevel: '電池',
    waveLevel: '電波',
    locationName: '位置',
    alertLevel: '総合アラート',
    alertTime: '受信',
    emergency: '緊急',
    alarm: '機器の警報',
    healthData: 'データのない作業者を隠す',
    places: 'マップの位置',
    minLevel: '総合アラート',
    longInHeat: '暑さの中に長くいる人',
    dayOffset: '日',
    affiliation1: '所属',
    leaderName: '職長',
    lastAnswer: '本人の申告',
    leaderContact: '職長の連絡先',
    officeName: '拠点',
  },
  ...alertLabels,
  masterSetting: {
    id: '会社・拠点の番号',
    type: '設定の種類',
    key: '設定の項目',
    value: '設定の値',
    version: '版',
    newSismilUrl: 'SisMilのURL',
  },
  drill: drillLabels,
  escalation: { officeId: '拠点' },
  ...mapLabels,
  ...reportingLabels,
  ...handOutLabels,
  morningCheck: morningCheckLabels,
  ownData: ownDataLabels,
  rest: restLabels,
  plan: planLabels,
  acclimatisation: acclimatisationLabels,
  duty: dutyLabels,
  dutyRota: dutyRotaLabels,
  selfReport: selfReportLabels,
  reading: readingLabels,
  list: {
    offset: '開始位置',
    limit: '件数',
    sortKey: '並べ替えの項目',
    sortOrder: '並び順',
    sort: '並べ替えの項目',
  },
} as const

export type Resource = keyof typeof labels

/** The labels of a resource by the names of its fields. */
export const labelsOf = (resource: Resource): Readonly<Record<string, string>> => labels[resource]

/** The label of a field of a resource; lists' own parameters are known to all. Undefined where none is declared. */
export const labelOf = (resource: Resource, field: string): string | undefined => labelsOf(resource)[field] ?? labelsOf('list')[field]

/** What a value is called that may be there only once, by the name of the database's constraint. */
export const uniqueValueNames: Record<string, string> = {
  company_code_unique: '会社コード',
  office_base_code_unique: '拠点コード',
  work_group_code_unique: 'グループコード',
  work_group_name_unique: 'グループ名',
  login_pkey: 'ログインID',
  app_user_worker_code_unique: '作業者コード',
  ingest_key_name_unique: '名前',
  office_link_name_unique: '名前',
  read_key_name_unique: '名前',
  connection_name_unique: '名前',
  notification_channel_name_unique: '名前',
  connection_device_pkey: 'DevEUI',
  connection_device_serial_unique: '機器の番号',
  connection_application_pkey: 'アプリケーションID',
  named_place_name_unique: '場所の名前',
  device_serial_unique: 'シリアル番号',
  wear_one_holder: '機器',
  wear_one_device_of_a_kind: '機器',
}
