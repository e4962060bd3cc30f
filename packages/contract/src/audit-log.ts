import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Instant, listOf, listQuery, wireInteger } from './wire.ts'

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  /** The login ID at that time. */
  userName: z.string(),
  /** The present name of the person who did it; null for people of the provider, and where nobody was signed in. */
  fullName: z.string().nullable(),
  action: z.string(),
  resource: z.string(),
  resourceId: z.string(),
  /** The person whose record it is, by their name now; of an alert whom it is about. Null for all else, and once a name is forgotten. */
  personName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/**
 * What of the log one looks through: all but reads, changes, sign-ins and outs, files that were taken, and reads of people's
 * health or birth dates, of which every open console leaves some each hour.
 */
export const auditParts = ['done', 'change', 'session', 'export', 'read'] as const
export type AuditPart = (typeof auditParts)[number]
export const auditPartNames: Record<AuditPart, string> = {
  done: '閲覧以外',
  change: '変更・操作',
  session: 'ログイン・ログアウト',
  export: 'ファイル出力',
  read: '体調・個人情報の閲覧',
}

const filters = {
  from: Day.optional(),
  to: Day.optional(),
  userId: wireInteger(1).optional(),
  part: z.enum(auditParts).optional(),
  kind: z.string().optional(),
}
const readers = ['AdminUnitService', 'AdminUnitContract'] as const

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/api/AuditLog',
    permission: readers,
    summary: '操作の記録。from から to まで（どちらもその日を含む）。',
    query: z.object({ ...listQuery, ...filters }),
    answer: listOf(AuditEntry),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/AuditLog/Download',
    permission: readers,
    summary: '操作の記録のCSV。',
    query: z.object(filters),
    answer: z.string(),
    raw: true,
  }),
}

/** What was done, in words; one that is not here shows as the server says it. */
export const auditActionNames: Record<string, string> = {
  create: '登録',
  update: '更新',
  updateWithoutVersion: '更新（ほかの変更を確かめずに上書き）',
  delete: '削除',
  unlock: 'ロック解除',
  lock: 'ロック',
  endSession: 'ログインの終了',
  disable: 'アカウントの停止',
  enable: 'アカウントの再開',
  erase: '個人データの消去',
  hold: '個人データの保全',
  releaseHold: '保全の解除',
  changePassword: 'パスワード変更',
  resetPassword: 'パスワードの再発行',
  addFactor: '二段階認証の追加',
  removeFactor: '二段階認証を外す',
  renewRecoveryCodes: '回復コードの作り直し',
  useRecoveryCode: '回復コードの使用',
  resetSecondFactor: '二段階認証の解除',
  archive: '閉鎖',
  reopen: '再開',
  movedAway: 'ほかのグループへ移動',
  movedToOtherSite: 'ほかの拠点へ移動',
  movedFromOtherSite: 'ほかの拠点から移動',
  movedToOtherCompany: 'ほかの会社へ移動',
  zeroHeights: '高さを0に合わせる',
  testMail: 'テストメール',
  resend: 'メールの再送',
  import: 'ファイル取込',
  acknowledged: 'アラート確認',
  responding: 'アラート対応',
  closed: 'アラート対応の終了',
  noted: 'アラートのメモ',
  drill: '訓練の開始',
  endOfWork: '作業終了',
  handOut: '機器の貸出',
  takeBack: '機器の返却',
  swap: '機器の交換',
  giveConsent: '測定に同意',
  withdrawConsent: '測定の同意の取消し',
  confirmIdentity: '本人の確認',
  beginRest: '休憩を伝える',
  endRest: '休憩を終える',
  brief: '体制と手順の周知',
  withdrawBriefing: '周知の取り消し',
  answerCheck: '朝礼チェックの答え',
  talkOfCheck: '朝礼チェックの声かけ',
  moveForCheck: '朝礼チェックによる持ち場の変更',
  undoHandOut: '貸出の取り消し',
  allowPin: 'PINの許可',
  setPin: 'PINの設定',
  lockPin: '作業者証のロック',
  reissueCard: '作業者証の作り直し',
  showCard: '作業者証の表示',
  createGuest: '本日のみの作業者の登録',
  closeGuest: '本日のみの作業者の終了',
  trail: '足取りの表示',
  switched: '予備への切り替わり',
  deny: '拒否',
  read: '閲覧',
  export: 'ファイル出力',
  signIn: 'ログイン',
  signInFailed: 'ログインの失敗',
  ownPasswordWrong: '本人確認のパスワードの誤り',
  signOut: 'ログアウト',
  replay: 'ログインの終了（複製された疑い）',
}

/** What a record is. */
export const auditResourceNames: Record<string, string> = {
  company: '会社',
  office: '拠点',
  user: '利用者',
  secondFactor: '二段階認証',
  session: 'ログイン',
  group: 'グループ',
  device: '体調デバイス',
  heatWatcher: '暑さ指数計',
  gateway: '親機・子機',
  barometer: '気圧基準器',
  alert: 'アラート',
  drillSchedule: '毎週の訓練',
  terminalSetting: '端末の設定',
  barometerSetting: '基準局の設定',
  ingestKey: '受信キー',
  identityProvider: '認証サービス',
  outboxMail: '送信メール',
  wallboardLink: '現場ボードのリンク',
  posterLink: '掲示のリンク',
  morningCheckLink: '朝礼チェックのリンク',
  masterSetting: 'マスター設定',
  siteMap: 'マップ',
  namedPlace: '名前の付いた場所',
  reportSchedule: 'レポートの定期送信',
  healthCondition: '体調詳細',
  alertRecord: 'アラートの記録',
  conditionReport: '体調の申告',
  workerReport: '個人のレポート',
  dailyReport: '日報',
  conditionList: '体調一覧',
  alertList: '過去のアラート',
  mapPeople: 'マップ上の作業者',
  people: '利用者の情報',
  myData: '自分のデータ',
  liveStream: '画面の自動更新',
  report: 'レポート',
  safetySummary: '月次まとめ',
  alertLoad: '通知の量',
  wear: '貸出・返却',
  duty: '体制と周知',
  morningCheck: '朝礼チェック',
  plan: 'あすの計画',
  logbook: '暑さ指数記録簿',
  auditLog: '操作の記録',
  database: 'データベース',
}
