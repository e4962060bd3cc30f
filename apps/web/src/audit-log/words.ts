/** What was done, in words; one the console does not know yet shows as the server says it. */
export const actionNames: Record<string, string> = {
  create: '登録',
  update: '更新',
  updateWithoutVersion: '更新（ほかの変更を確かめずに上書き）',
  delete: '削除',
  unlock: 'ロック解除',
  lock: 'ロック',
  changePassword: 'パスワード変更',
  movedAway: 'ほかのグループへ移動',
  movedToOtherSite: 'ほかの拠点へ移動',
  movedFromOtherSite: 'ほかの拠点から移動',
  movedToOtherCompany: 'ほかの会社へ移動',
  zeroHeights: '高さを0に合わせる',
  testMail: 'テストメール',
  import: 'ファイル取込',
  acknowledged: 'アラート確認',
  responding: 'アラート対応',
  closed: 'アラート対応の終了',
  noted: 'アラートのメモ',
  endOfWork: '作業終了',
  deny: '拒否',
}

/** What a record is. */
export const resourceNames: Record<string, string> = {
  company: '会社',
  office: '拠点',
  user: '利用者',
  group: 'グループ',
  device: '体調デバイス',
  heatWatcher: '暑さ指数計',
  gateway: '親機・子機',
  barometer: '気圧基準器',
  alert: 'アラート',
  terminalSetting: '端末の設定',
  barometerSetting: '基準局の設定',
  ingestKey: '受信キー',
}
