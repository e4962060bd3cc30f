/** What mail servers and the way there say, by what it means to its reader. The first that fits counts. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/^not sent within 30 days/, '30日のあいだ送れなかったため、取りやめました。'],
  [/^erased$/, '宛先の人の個人データを消去したため、送りません。'],
  [
    /EAUTH|\b53[0-5]\b|authenticat|Invalid login/i,
    '送信サーバーにログインできません。SMTP_URL の利用者名とパスワードを、運用の担当者が確かめてください。',
  ],
  [
    /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EDNS|ESOCKET|EAI_AGAIN|ECONNECTION|timeout|Connection closed/i,
    '送信サーバーにつながりません。つながると自動で送ります。',
  ],
  [/certificate|self.signed|TLS|SSL/i, '送信サーバーと暗号化した通信ができません。運用の担当者が証明書を確かめてください。'],
  [/mailbox (is )?full|over ?quota|\b552\b|5\.2\.2/i, '宛先のメールボックスがいっぱいです。'],
  [/spam|blocked|blacklist|policy|\b554\b|5\.7\./i, '迷惑メールとして断られました。宛先の側で、見守りからのメールを許可してください。'],
  [
    /no mail address|no such|unknown|does not exist|not found|user unknown|\b55[013]\b|5\.1\.1/i,
    '宛先が見つかりません。アドレスを確かめてください。',
  ],
  [/greylist|\b4\d\d\b|4\.\d\.\d|try again|come again/i, '宛先のサーバーが一時的に受け取れません。間隔をあけて自動で送ります。'],
]

/** The reason in words a site would understand; what the server said is beside it. */
export const reasonInWords = (serverReply: string): string =>
  meanings.find(([pattern]) => pattern.test(serverReply))?.[1] ?? '送信サーバーに断られました。'
