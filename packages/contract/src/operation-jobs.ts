/** A recurring job for people who run the service. */
type JobWords = {
  /** What it does, as people call it. */
  readonly title: string
  /** What is missing while it does not run, in a sentence. */
  readonly stops: string
}

/** The recurring jobs by name, those first without which people in danger are not noticed. A later version may have others. */
export const operationJobs = {
  telling: { title: '通知する人の決定', stops: '新しいアラートが、だれにも通知されません。' },
  outbox: { title: 'メールの送信', stops: 'アラートのメールも、そのほかのメールも届きません。' },
  push: { title: 'プッシュ通知の送信', stops: 'ブラウザーへの通知が届きません。' },
  channels: { title: '通知先への送信', stops: 'チャットなどの通知先に届きません。' },
  'device-alarms': { title: '機器の警報の処理', stops: '機器のボタンや転倒の警報が、アラートになりません。' },
  alive: { title: '途絶の見張り', stops: '測定値が途絶えた人や機器に気づけません。' },
  'site-heat': { title: '拠点の暑さの見張り', stops: '暑さ指数計の止まった拠点と、環境省の値で見る拠点の暑さのアラートが変わりません。' },
  'expire levels': { title: '古くなったレベルの終了', stops: '測定値が途絶えた人のレベルとアラートが、古いまま残ります。' },
  'rest-limit': { title: '終わらない休憩の終了', stops: '終了を押されなかった休憩が、続いたままになります。' },
  partitions: { title: '測定値の保存場所の準備', stops: '数日で測定値を保存できなくなり、古い測定値も消えません。' },
  operation: { title: '稼働状況の見張り', stops: '手当てが必要なことを、7時のメールでもホームでも知らせられません。' },
  backup: { title: 'バックアップ', stops: '新しいバックアップができません。' },
  'seal-log': { title: '操作の記録の封印', stops: '操作の記録が書き換えられていないことを、新しい分について示せません。' },
  'public-heat': { title: '暑さ指数の情報の取得', stops: '環境省の暑さ指数と予測が古いままになります。' },
  'public-alert': { title: '熱中症警戒アラートの取得', stops: '熱中症警戒アラートが出ても表示されません。' },
  'forecast-checks': { title: '予測の確かめ', stops: '予測がどれだけ当たったかが記録されません。' },
  'forget-forecasts': { title: '古い予測の削除', stops: '古い予測が残り、ディスクを使います。' },
  acclimatisation: { title: '暑さへの慣れの計算', stops: '暑さへの慣れの日数が進みません。' },
  'keep-plans': { title: '休憩の計画の保存', stops: '予測による一日の休憩の計画が残りません。' },
  'morning-check-age': { title: '古い朝礼チェックの削除', stops: '30日を過ぎた朝礼チェックの回答が残ります。' },
  'delete-condition-reports': { title: '古い体調の申告の削除', stops: '期限を過ぎた体調の申告が残ります。' },
  'doubtful-heart': { title: '心拍の確かさの確認', stops: '心拍を正しく測れていない機器に気づけません。' },
  'forget-device-alarms': { title: '古い機器の警報の削除', stops: '処理の終わった警報が残り、ディスクを使います。' },
  'forget-mail-bodies': { title: '古いメールの本文の削除', stops: '古いメールの本文が残ります。' },
  'forget-mail-files': { title: '古いメールの添付ファイルの削除', stops: '古い添付ファイルが残り、ディスクを使います。' },
  'forget-pushes': { title: '古いプッシュ通知の削除', stops: '古いプッシュ通知の記録が残ります。' },
  'forget-channel-deliveries': { title: '古い送信の記録の削除', stops: '通知先への古い送信の記録が残ります。' },
  'reseal-channels': { title: '通知先の秘密の封じ直し', stops: 'JWT_SECRET を変えた後、古い鍵を外せません。' },
  'reseal-sign-in': { title: 'ログインの秘密の封じ直し', stops: 'JWT_SECRET を変えた後、古い鍵を外せません。' },
  'forget-connection-messages': { title: '登録のない機器の記録の削除', stops: '登録のない機器の古い記録が残ります。' },
  'former-browsers': { title: '前の利用者のブラウザーの解除', stops: '人の替わったブラウザーに、前の人への通知が届くことがあります。' },
  'forget-jobs': { title: '古いファイル作成の削除', stops: '期限を過ぎた帳票のファイルが残り、ディスクを使います。' },
  'report-files': { title: '帳票のファイルの作成', stops: '頼まれた帳票のファイルができません。' },
  'alert-load-trials': { title: '通知の量の試算', stops: '頼まれた試算が終わりません。' },
  'expire downlinks': { title: '機器への指示の期限切れ', stops: '届かなかった指示が、待ったままの表示になります。' },
  'renew settings': { title: '機器の設定の送り直し', stops: '戻ってきた機器に、待っている設定が届きません。' },
  'forget-pictures': { title: '使われないマップ画像の削除', stops: '使われない画像が残り、ディスクを使います。' },
  summaries: { title: '時間ごとの集計', stops: '一覧や帳票に、新しい時間の集計が出ません。' },
  shifts: { title: '本人の目安の計算', stops: '本人の目安が新しくなりません。' },
  drills: { title: '訓練の終了', stops: '時間の過ぎた訓練が終わりません。' },
  'report-schedules': { title: '帳票の定期送信', stops: '決まった時刻の帳票が送られません。' },
  'ingest-key-ends': { title: '取込キーの期限の知らせ', stops: '取込キーの期限が近いことを知らせられません。' },
  'read-key-ends': { title: '読み取りキーの期限の知らせ', stops: '読み取りキーの期限が近いことを知らせられません。' },
  'forget-read-key-uses': { title: '古い読み取りの記録の削除', stops: '読み取りキーの古い利用の記録が残ります。' },
  'duty-rota-gaps': { title: '担当表の空きの知らせ', stops: '担当のいない時間帯を前もって知らせられません。' },
  'forget-duty-rota': { title: '古い担当表の削除', stops: '古い担当表が残ります。' },
  'forget-counts': { title: '古い受信件数の削除', stops: '受信の状況の古い件数が残ります。' },
  'close-guests': { title: '本日のみの人の終了', stops: '本日のみの人の機器とカードが、翌日も使えるままになります。' },
  'sweep-erasures': { title: '個人データの消去', stops: '頼まれた個人データの消去が進みません。' },
  'replay-erasures': { title: '消去のやり直し', stops: 'バックアップから戻した後、消去したはずの個人データが残ります。' },
  'forget-sessions': { title: '古いログインの削除', stops: '期限を過ぎたログインの記録が残ります。' },
  'forget-answers': { title: '古い応答の控えの削除', stops: '二重送信を防ぐ控えが残り、ディスクを使います。' },
  'log-failed-sign-ins': { title: '失敗したログインの記録', stops: '失敗したログインが操作の記録に出ません。' },
  'forget-reads': { title: '古い閲覧の記録の削除', stops: '期限を過ぎた閲覧の記録が残ります。' },
} as const satisfies Readonly<Record<string, JobWords>>

/** What is known of a job by its name; nothing of one that a later version has. */
export const wordsOfJob = (name: string): JobWords | undefined =>
  Object.hasOwn(operationJobs, name) ? operationJobs[name as keyof typeof operationJobs] : undefined
