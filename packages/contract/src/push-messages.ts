/** The messages about notices in a browser. */
export const pushMessages = {
  pushRestored: 'この端末への通知が切れていたため、つなぎ直しました。',
  pushLost: 'この端末への通知が届かなくなっています。アカウントの画面で、もう一度「通知を受け取る」を入れてください。',
  pushRefused: '通知を始められませんでした。端末の接続を確かめて、もう一度お試しください。',
  pushNoSender:
    'サーバーに通知の送り主が設定されていないため、通知を送れません。管理者に、MAIL_FROM か PUBLIC_URL の設定を頼んでください。',
  pushDigestTitle: '{drill}アラート{count}件{level}　{time}',
  pushDigestLevel: '　最も重いものは{level}',
  pushDigestMore: 'ほか{count}件',
} as const
