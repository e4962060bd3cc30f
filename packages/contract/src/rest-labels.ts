/** The labels of rests (休憩). */
export const restLabels = {
  officeId: '拠点',
  groupId: 'グループ',
  date: '日付',
  userIds: '作業者',
  state: '始めるか終えるか',
  at: '操作した時刻',
} as const
