/** What is said of signing in at a company's own provider, and of setting it up. */
export const singleSignOnMessages = {
  ssoNotInUse: 'この会社コードまたはログインIDでは、シングルサインオンを使えません。確かめて、もう一度お試しください。',
  ssoRefused: '会社の認証サービスが、ログインを認めませんでした。',
  ssoUnreachable: '会社の認証サービスとのやり取りに失敗しました。続くときは、契約の管理者に連絡してください。',
  ssoOtherSubject:
    '会社の認証サービスでのアカウントが、前回のログインのときと違います。拠点または契約の管理者に連絡してください。管理者が本人と確かめ、アカウントを停止してから再開すると、ログインできるようになります。',
  ssoNoAccount: '会社の認証はできましたが、使えるアカウントが見つかりません。拠点または契約の管理者に連絡してください。',
  ssoNotAgain:
    '会社の認証サービスで、いまログインし直したことを確かめられませんでした。もう一度お試しください。続くときは、契約の管理者に連絡してください。',
  ssoExpired: 'ログインの途中で時間が切れました。もう一度お試しください。',
  issuerUnreachable: '認証サービスが見つからないか、答えが正しくありません。URLを確かめてください。',
  issuerForbidden: 'このサーバーから使えるURLではありません。https:// で始まる、インターネットのURLを入力してください。',
} as const
