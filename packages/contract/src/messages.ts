/** Every message the product says by code. A place in braces is filled by `message()`. */
export const messages = {
  /** The consequence says what goes and what stays: 測定値とアラートの記録は残ります。 */
  C001: '「{name}」を削除します。{consequence}',
  C002: '{count}件を取り込みました。',
  C003: '保存しました。',
  C004: '削除しました。',
  C005: '出力しました。',
  C006: '保存しますか。',
  C008: '登録しますか。',
  C009: '更新しますか。',
  C018: '保存していない変更があります。移動すると、変更は失われます。',
  C022: 'ほかの人が先に変更しました。読み込み直してください。',
  C039: '権限が変わる作業者が{count}人います。続けますか。',
  C040: 'マップの位置を変えると、つながっている親機・子機と暑さ指数計の位置も変わります。続けますか。',
  E003: 'ファイルの形式が正しくありません。CSVファイルを選んでください。',
  E004: 'インターネットに接続されていません。接続を確認して、もう一度お試しください。',
  E005: '出力するデータがありません。',
  E006: 'ファイルの内容が正しくありません。',
  E007: '時間内に応答がありませんでした。もう一度お試しください。',
  E008: 'サーバーでエラーが起きました。もう一度お試しください。',
  E009: '入力した{field}はすでに登録されています。',
  E029: 'サーバーのエラーのため、処理できませんでした。',
  E030: '入力した内容が正しくありません。確認してください。',
  E031: '必須の項目がすべて入力されていません。',
  WF_E001: 'ファイルが大きすぎます。100,000,000バイトまでのファイルを選んでください。',

  signInMismatch: 'ログインIDまたはパスワードが違います。',
  signInLocked: 'アカウントがロックされています。パスワードを続けて誤ったためです。拠点または契約の管理者に連絡してください。',
  signInTooMany: 'ログインの失敗が続いています。しばらく待ってから、もう一度お試しください。',
  sessionEnded: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  passwordWrong: '現在のパスワードが違います。',
  passwordChanged: 'パスワードを変更しました。',
  unlocked: 'ロックを解除しました。',
  unlockConfirm: '「{name}」のロックを解除しますか。',
  unlockHint: 'ロックを解除すると、いまのパスワードでまたログインできます。',
  loginIdTaken: 'ログインID「{loginId}」は使われています。{suggestion} はいかがですか。',
  alertOpen: '「{name}」には、対応の終わっていないアラートがあります。対応を終えてから削除してください。',
  movesGroup: '{names}は、ほかのグループに入っています。保存すると、このグループに移ります。',
  leavesCompany:
    '会社を変えると、「{name}」は移る先の会社に新しく登録されます。測定値とアラートの記録は元の会社に残り、グループと機器からは外れます。',
  leavesGroup: '拠点を変えると、「{name}」はグループ「{group}」から外れ、機器も外れます。',
  testMailSent: '{address} にテストメールを送ります。届いたことを確認してください。',
  mailFormat: 'メールの形式が正しくありません。',
  oneFileOnly: 'ファイルは1つずつ選んでください。',
  imageFormat: '画像はJPGまたはPNGだけです。JPGまたはPNGのファイルを選んでください。',
  imageTooLarge: '画像が大きすぎます。30MBまでのファイルを選んでください。',
  imageBroken: '画像を読み取れません。ファイルが壊れています。別のファイルを選んでください。',
  imagePixels: '画像の縦横が大きすぎます。縦と横を掛けて1億画素までの画像を選んでください。',
  filesAway: '現在、ファイルを保存・表示できません。しばらく待ってから、もう一度お試しください。',
  forbidden: 'この操作はできません。権限を管理者に確認してください。',
  notFound: '見つかりません。削除されたか、見る権限がありません。',
  tooLarge: '送られた内容が大きすぎます。',
  databaseAway: '現在、記録を保存できません。しばらく待ってから、もう一度お試しください。',
  tooManyRequests: '操作が続いています。しばらく待ってから、もう一度お試しください。',
  badJson: '送られた内容を読み取れません。JSONの書き方を確認してください。',
  stillHolds: '{what}には{held}が残っているため、削除できません。',
  fieldFixed: '{field}は変更できません。',
  groupTwoRoles: '{name}さんは、{roles}の両方に選ばれています。どちらか1つにしてください。',
  groupNotWorker: '{name}さんは、この拠点の作業者ではないため、グループに入れられません。',
  groupUnknown: '利用者番号{userId}の人は見つかりません。削除されたか、見る権限がありません。',
  testMailSubject: '【見守り】テストメール',
  testMailBody: '見守りからのテストメールです。\nこのメールが届いたアドレスは、アラートの通知先に使えます。',
  alertClosed: 'このアラートの対応は、すでに終わっています。',
  endOfWorkOfOne: '{name}さんの作業を終了します。',
  endOfWorkOfAll: '「{name}」の全員の作業を終了します。',
  endOfWorkHint: '受信が途絶えても、次に測定値が届くまで知らせません。体調や緊急のアラートは、対応を終えるまで残ります。',
  endOfWorkDone: '{count}人の作業終了を記録しました。',
  roleFixed: '権限は変更できません。',
  workerCodeFixed: '作業者コードは変更できません。',
  deleteSelf: '自分自身は削除できません。',
  lastServiceAdmin: 'サービス管理者がいなくなるため、削除できません。',
  deviceUnknown: '{field}：この番号の機器は、拠点に登録されていません。',
  deviceTaken: '{field}：{name}さん（{userName}）が使っています。',
  importCancelled: '取り込みを中止しました。1行も取り込まれていません。',
  importStopped: 'サーバーが止まったため、取り込みは途中で終わりました。1行も取り込まれていません。もう一度お試しください。',
  removalUnconfirmed: '確かめてから行う削除があるため、1件も登録していません。取込の画面で、もう一度ファイルを選んでください。',
  sameDeviceType: '同じ種類の機器を2つ選ぶことはできません。',
  nameSpace: '{fields}に、姓と名の間の空白がありません。1語の名前なら、このままで登録できます。',
  nameSpaceRows: '姓と名の間に空白のない行が{count}行あります（{rows}）。1語の名前なら、このままで登録できます。',
  deviceAmbiguous: '番号「{serial}」の機器が複数あります。拠点と種別を指定してください。',
  gatewayLinkedElsewhere: '{serials}は、ほかの暑さ指数計につながっています。',
  terminalLinkedElsewhere: '{serials}は、ほかの気圧基準器につながっています。',
  terminalNotTied: '{serials}は、この気圧基準器につながっていません。つないでから、もう一度お試しください。',
  heightUnknown: '{serials}は、高さが分かりません。端末と基準器の両方が受信しているときに、もう一度お試しください。',
  zerosRestored: '{field}：「{key}」を「{padded}」として取り込みました。',
  onlyZerosDiffer: '{field}：登録済みの「{known}」と先頭の0だけが違います。別の機器として登録しました。',
  keyRevoked: '受信キー「{name}」を止めました。',
  deviceMoved: '「{serial}」を{office}に移しました。',
  heightsZeroed: '{count}台の高さを0に合わせました。',
  intervalFixed: '{field}は、拠点管理者には変更できません。',
  settingUnknown: '設定「{type}」に「{key}」はありません。',
  ingestKeyUnknown: '受信キーが正しくありません。',
  linkUnknown: 'このリンクは使えません。拠点の管理者に新しいリンクを作ってもらってください。',
} as const

export type MessageCode = keyof typeof messages

/**
 * The text of a message with its places filled.
 * @throws where a place is left unfilled, since a person would read the braces.
 */
export const message = (code: MessageCode, values: Record<string, string | number> = {}): string =>
  messages[code].replaceAll(/\{(\w+)\}/g, (_, place: string) => {
    const value = values[place]
    if (value === undefined) throw new Error(`message ${code} lacks ${place}`)
    return String(value)
  })

/** Titles of dialogs. 注意 alone is the name of level 1, so a caution says ご注意. */
export const dialogTitles = { success: '完了', failure: '失敗', caution: 'ご注意' } as const
