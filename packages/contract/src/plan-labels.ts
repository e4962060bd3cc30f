/** The labels of the plan of a day (あすの計画). */
export const planLabels = {
  officeId: '拠点',
  date: '日付',
  groupId: 'グループ',
  metabolicClass: '作業の強さ',
  acclimatised: '暑熱順化',
  clothing: '服装',
  from: '作業の開始',
  to: '作業の終了',
  breaks: '休憩',
} as const
