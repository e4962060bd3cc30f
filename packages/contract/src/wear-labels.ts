/** The labels of the hand-out of devices (貸出・返却). */
const wearLabels = {
  id: '着用の番号',
  officeId: '拠点',
  groupId: 'グループ',
  groupName: 'グループ',
  userId: '作業者',
  fullName: '氏名',
  furigana: 'フリガナ',
  affiliation1: '所属1',
  deviceType: '種別',
  serialNumber: '機器の番号',
  from: '渡した時刻',
  to: '返した時刻',
  heardAt: '最後の受信',
  changedAt: '操作の時刻',
  reason: '交換の理由',
  replace: '着けている人から移す',
  at: '操作した時刻',
  date: '日付',
  state: '状態',
  belt: '安全帯',
  kind: '印刷するもの',
  sheet: 'ラベル用紙',
  skip: '使い終わった枚数',
  pin: 'PIN',
  pinUntil: 'PINの期限',
  isGuest: '本日のみ',
} as const

/** The labels of a guest's form (本日のみの作業者). */
const guestLabels = {
  officeId: '拠点',
  groupId: 'グループ',
  fullName: '氏名',
  affiliation1: '会社（雇い主）',
  birthYear: '生まれた年（西暦）',
  metabolicClass: '作業の強さ',
  consent: '測定への同意',
} as const

export const handOutLabels = { wear: wearLabels, guest: guestLabels } as const
