/** What is said where personal data is erased. */
export const erasureMessages = {
  eraseSelf: '自分自身の個人データは消去できません。ほかの管理者に頼んでください。',
  eraseLastServiceAdmin: 'サービス管理者がいなくなるため、消去できません。',
  eraseMismatch: 'ログインIDが違います。消去する人のログインIDを、もう一度確かめて入力してください。',
  erasedAlready: 'この人の個人データは、すでに消去しました。',
  eraseAlertOpen: '対応の終わっていないアラートがあります。対応を終えてから、消去してください。',
  eraseHeld: '{day}まで保全中です。保全を解くか、期限が過ぎてから、消去してください。',
  eraseContactGroup: 'グループ「{name}」のアラート通知先に、この人のメールアドレスがあります。先に外してください。',
  eraseContactMasterSetting: '「{name}」のマスター設定の通知先に、この人のメールアドレスがあります。先に外してください。',
  eraseContactOffice: '拠点「{name}」の緊急連絡先が、この人の電話番号です。先に変えてください。',
  eraseContactReportSchedule: '拠点「{name}」のレポートの定期送信の宛先に、この人のメールアドレスがあります。先に外してください。',
  eraseConfirm: '「{name}」の個人データを消去します。消去すると、元に戻せません。',
  erased: '個人データを消去しました。',
} as const
