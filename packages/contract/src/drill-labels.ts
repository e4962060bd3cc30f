/** Names of the fields of drills (訓練). */
export const drillLabels = {
  officeId: '拠点',
  groupId: 'グループ',
  kind: '緊急の種別',
  baseName: '拠点',
  groupName: 'グループ',
  startedAt: '開始',
  startedBy: '始めた人',
  endedAt: '終了',
  told: '知らせた数',
  confirmedBy: '確認した人',
  seconds: '確認まで',
  steps: '再通知',
  schedule: '毎週の訓練',
  weekday: '曜日',
  time: '時刻',
  version: '版',
}
