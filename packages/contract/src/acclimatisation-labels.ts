/** The labels of the acclimatisation plan (暑さに慣れる計画). */
export const acclimatisationLabels = {
  officeId: '拠点',
  groupId: 'グループ',
  userId: '作業者',
  kind: '決めた人',
  share: '暑さの中で働ける割合',
  until: 'いつまで',
  reason: '理由',
} as const
