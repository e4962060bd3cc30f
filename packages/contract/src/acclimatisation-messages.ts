/** The messages about the acclimatisation plan (暑さに慣れる計画). */
export const acclimatisationMessages = {
  overrideSet: '暑さの中で働ける割合を登録しました。',
  overrideRemoveConfirm: '「{name}」を、暑さに慣れる計画に戻します。これまでの判断と理由は、記録に残ります。',
  overrideRemoved: '暑さに慣れる計画に戻しました。',
} as const
