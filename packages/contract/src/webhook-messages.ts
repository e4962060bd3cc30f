/** What the server answers about webhooks. */
export const webhookMessages = {
  webhookOnly: '送り先の種類がWebhookの通知先だけで使えます。',
  webhookOff: 'この通知先は止まっています。使うようにしてから、もう一度送ってください。',
  webhookRotatedOften: '合言葉を作り直せるのは、24時間に{count}回までです。時間をおいてから、もう一度作り直してください。',
  webhookReplayTooOld: '開始：{days}日前までの出来事だけを送れます。',
  webhookReplayTooMany: '終了：この期間の出来事は{count}件です。一度に送れるのは{most}件までです。期間を分けてください。',
} as const
