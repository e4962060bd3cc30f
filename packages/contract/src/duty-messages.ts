/** The messages about the reporting line, the procedures and who was briefed of them. */
export const dutyMessages = {
  dutyNotSaved: '体制と手順がまだ保存されていません。先に保存してから、周知を記録してください。',
  dutyVersionUnknown: '版{version}はありません。読み込み直してください。',
  dutyOwnPageOnly: '自分の周知は、手順を読んで「分かりました」を押したときだけ記録できます。',
  dutyPageByOneself: '「本人の画面」は、本人が「分かりました」を押したときに記録されます。朝礼か紙を選んでください。',
  dutyEmployerTwice: '所属会社「{name}」が2回あります。1つにまとめてください。',
  dutyStepEmpty: '報告の体制の{row}番目に、役割か氏名を入力してください。',
  dutyLeft: '{count}人は、いまはこの拠点やグループにいないため、周知を記録していません。ほかの人の分は記録しました。',
  dutyDaysTooMany: '測った暑さの期間は{days}日までです。開始日か終了日を変えてください。',
  dutyDaysOrder: '終了日は、開始日より後にしてください。',
  dutyWithdrawLate: '取り消せるのは、記録から24時間以内で、本人が確認したものを除きます。',
} as const
