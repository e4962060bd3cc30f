/** What the server answers about the destinations outside that alerts are sent to (通知先). */
export const channelMessages = {
  channelFieldMissing: '{field}：{type}の通知先には必要です。',
  channelUrlForm: '送り先URL：https:// で始まるURLを入力してください。',
  channelTokenForm: '{field}：空白と全角文字は使えません。サービスの画面から写し直してください。',
  channelUrlForbidden: '送り先URL：この送り先には送れません。https:// で始まる、社外のサービスのURLを入力してください。',
  channelNamesByContract:
    '氏名を送る：契約管理者だけが選べます。社外に氏名を送るかどうかを、会社が決めるためです。契約管理者に連絡してください。',
  channelTooMany: '通知先は、1つの会社に{count}件までです。使わないものを削除してください。',
  channelStepNoWebhook:
    'この通知先は、未対応時の再通知の順番に入っています。マスター設定で順番から外してから、種類をWebhookに変えてください。',
  channelIsStep: 'この通知先は、未対応時の再通知の順番に入っています。マスター設定で順番から外してから、削除してください。',
  channelNotThere: '再通知の順番：選んだ通知先は、ここでは使えません。選び直してください。',
} as const
