/** The labels of morning checks (朝礼チェック). */
export const morningCheckLabels = {
  officeId: '拠点',
  groupId: 'グループ',
  date: '日付',
  userId: '作業者',
  answers: '答え',
  refused: '回答しない',
  card: '作業者証',
  done: '行ったこと',
  movedTo: '変えた先',
  at: '操作した時刻',
} as const
