/** What the fields of an erasure and of a hold are called. */
export const erasureLabels = {
  erasure: {
    id: '利用者番号',
    userName: 'ログインID',
    reason: '保全の理由',
    endsOn: '保全の期限',
    heldAt: '保全した日時',
    heldBy: '保全した人',
    erasedAt: '消去した日時',
    kind: '渡り方',
    who: '相手',
    count: '件数',
    lastAt: '最後の日時',
  },
} as const
