/** The labels of reports of how somebody feels (申告); a part of `labels`. */
export const selfReportLabels = {
  state: '体調',
  at: '申告した日時',
  receivedAt: '受信した日時',
  source: '申告した人',
  who: 'だれ',
  where: '場所',
  signs: '見えること',
  note: '説明',
  id: 'アラート番号',
} as const
