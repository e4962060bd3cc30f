/** The labels of the rota of who is called (担当表). */
export const dutyRotaLabels = {
  id: '代わりの番号',
  officeId: '拠点',
  version: '版',
  from: '週',
  places: '担当',
  date: '日',
  shift: 'いつ',
  place: '順番',
  userId: 'だれが',
  reason: 'わけ',
  shifts: '昼と夜',
  dayFrom: '昼の始まり',
  nightFrom: '夜の始まり',
  dayPlaces: '昼の人数',
  nightPlaces: '夜の人数',
} as const
