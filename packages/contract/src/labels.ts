/**
 * What every field is called, keyed by resource and field. Headings, forms, filters, CSV headers, validation
 * messages and the audit log read it here and nowhere else.
 */
export const labels = {
  session: {
    username: 'ログインID',
    password: 'パスワード',
    oldPassword: '現在のパスワード',
    newPassword: '新しいパスワード',
    confirmNewPassword: '新しいパスワード（確認）',
    refreshToken: '更新トークン',
    accessToken: 'アクセストークン',
  },
  user: {
    id: '番号',
    userId: '利用者番号',
    userName: 'ログインID',
    fullName: '氏名',
    furigana: 'フリガナ',
    roleKey: '権限',
    companyName: '会社',
    officeName: '拠点',
    groupName: 'グループ',
    siteOfficeMasterCode: '拠点コード',
    officeId: '拠点',
    companyId: '会社',
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
    healthData: 'データのない作業者を隠す',
    minLevel: '総合アラート',
    dayOffset: '日',
    affiliation1: '所属',
    leaderName: '職長',
    leaderContact: '職長の連絡先',
    officeName: '拠点',
  },
  alert: {
    id: 'アラート番号',
    kind: '種別',
    reason: '理由',
    heartRate: '心拍',
    excess: 'WBGT超過',
    startedAt: '発生',
    endedAt: '終了',
    handling: '対応',
    handledBy: '担当',
    outcome: '結果',
    note: 'メモ',
    mails: 'メール',
    alertData: 'アラートの内容',
    allTime: '終わったものも含める',
    from: '開始日',
    to: '終了日',
    companyId: '会社',
    officeId: '拠点',
  },
  reading: {
    readings: '測定値',
    kind: '種別',
    device: '機器の番号',
    at: '測定時刻',
    heartRate: '心拍',
    wbgt: 'WBGT',
    temperature: '気温',
    humidity: '湿度',
    globe: '黒球温度',
    hook: 'フックの状態',
    pressure: '気圧',
    battery: '電池',
    slaveBattery: '子機の電池',
    signal: '電波',
    waveLevel: '電波',
    gateway: '親機・子機の番号',
    latitude: '緯度',
    longitude: '経度',
    call: '呼び出し',
    interval: '送信間隔',
  },
  list: {
    offset: '開始位置',
    limit: '件数',
    sortKey: '並べ替えの項目',
    sortOrder: '並び順',
    sort: '並べ替えの項目',
  },
} as const

/** A total alert as it is drawn: an emergency outranks the levels, `none` is no record. */
export type Grade = 'emergency' | 3 | 2 | 1 | 0 | 'none'

/** The word of every grade. Wherever a mark stands, its word stands beside it or is its accessible name. */
export const gradeNames: Record<Grade, string> = {
  emergency: '緊急',
  3: '危険',
  2: '警戒',
  1: '注意',
  0: '安全',
  none: '記録なし',
}

/** Why a person's condition is not known right now: `'0'` and `'1'` of a row's status. */
export const statusNames = { '0': 'データ途絶', '1': '心拍取得不可' } as const

/** The three heart-rate limits of a person. */
export const limitNames = { sustained: '継続心拍', instantaneous: '瞬時心拍', maximum: '最大心拍' } as const

export type Resource = keyof typeof labels

/** The label of a field of a resource; lists' own parameters are known to all. Undefined where none is declared. */
export const labelOf = (resource: Resource, field: string): string | undefined =>
  (labels[resource] as Record<string, string>)[field] ?? (labels.list as Record<string, string>)[field]
