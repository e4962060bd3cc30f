/** What the fields of reports are called; parts of `labels`. */

export const reportLabels = {
  officeId: '拠点',
  workers: '作業者',
  reportType: '種類',
  reportTypeZip: '種類',
  period: '期間',
  requestDate: '日付',
  statistic: '1時間の値',
  format: '形式',
  startTime: '開始日',
  endTime: '終了日',
  groupId: 'グループ',
  fullName: '氏名',
  from: '開始日',
  to: '終了日',
} as const

const safetySummaryLabels = {
  officeId: '拠点',
  month: '月',
} as const

const alertLoadLabels = {
  officeId: '拠点',
  from: '開始日',
  to: '終了日',
  settings: '試す設定',
  type: '設定の種類',
  key: '設定の項目',
  value: '設定の値',
} as const

const logbookLabels = {
  officeId: '拠点',
  device: '暑さ指数計',
  from: '開始日',
  to: '終了日',
  unit: '細かさ',
  format: '形式',
  at: '測定日時',
  until: '終わり',
  place: '測定場所',
  source: '出どころ',
  wbgt: 'WBGT',
  wbgtMean: 'WBGT（平均）',
  count: '測定数',
  temperature: '気温',
  humidity: '湿度',
  globe: '黒球温度',
  remark: '備考',
} as const

const readingExportLabels = {
  officeId: '拠点',
  from: '開始',
  to: '終了',
  format: '形式',
} as const

const reportScheduleLabels = {
  id: '予定の番号',
  officeId: '拠点',
  officeName: '拠点',
  companyName: '会社',
  kind: '種類',
  time: '送る時刻',
  addresses: '宛先',
  roles: '役割の宛先',
  enabled: '送信',
  senderName: '設定した人',
  nextAt: '次に送る日時',
  lastOn: '最後に送った日',
  problem: '送れない理由',
  version: '版',
} as const

/** The labels of all that is reported. */
export const reportingLabels = {
  report: reportLabels,
  alertLoad: alertLoadLabels,
  safetySummary: safetySummaryLabels,
  logbook: logbookLabels,
  readingExport: readingExportLabels,
  reportSchedule: reportScheduleLabels,
} as const
