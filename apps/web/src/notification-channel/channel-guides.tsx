import type { ReactNode } from 'react'
import type { ChannelVariant, ReachedField } from './channel-draft.ts'

type FieldWords = { readonly label?: string; readonly placeholder?: string; readonly hint?: string }

type Guide = {
  /** What the choice is called. */
  readonly name: string
  /** What it is good for, in a line. */
  readonly what: string
  /** Where each field's value is found, in the words of the service's own screens. */
  readonly fields: Partial<Record<ReachedField, FieldWords>>
  /** How it is set up at the service. */
  readonly steps: readonly ReactNode[]
}

/** What the services are called, what they ask for, and where it is found. */
export const guides: Readonly<Record<ChannelVariant, Guide>> = {
  teams: {
    name: 'Microsoft Teams',
    what: 'チャネルにカードで届きます。',
    fields: {
      url: {
        placeholder: 'https://….logic.azure.com/…',
        hint: 'ワークフローを保存したあとに出る「HTTP POST の URL」。このURLを知る人は投稿できるので、ほかの人に見せないでください。',
      },
    },
    steps: [
      <>Teamsでチャネルの「…」を押し、「ワークフロー」を選びます。</>,
      <>「Webhook 要求を受信したらチャネルに投稿する」を選び、チームとチャネルを確かめて追加します。</>,
      <>出てきたURLを、送り先URLに貼ります。</>,
    ],
  },
  slack: {
    name: 'Slack',
    what: 'チャンネルにメッセージで届きます。',
    fields: {
      url: {
        placeholder: 'https://hooks.slack.com/services/…',
        hint: 'Slackアプリの「Incoming Webhooks」にあるWebhook URL。このURLを知る人は投稿できるので、ほかの人に見せないでください。',
      },
    },
    steps: [
      <>api.slack.com/apps で「Create New App」を押し、ワークスペースを選びます。</>,
      <>「Incoming Webhooks」を On にして、「Add New Webhook」で投稿するチャンネルを選びます。</>,
      <>できたWebhook URLを、送り先URLに貼ります。</>,
    ],
  },
  lineworks: {
    name: 'LINE WORKS',
    what: 'トークルームにBotから届きます。',
    fields: {
      room: { label: 'チャネルID', hint: 'トークルームの「≡」›「トークルーム情報」のいちばん下。Botを先に招待します。' },
      botId: { hint: 'Developer Console の「Bot」で、登録したBotの番号。' },
      clientId: { hint: 'Developer Console の「API 2.0」で作ったアプリの画面。' },
      clientSecret: { hint: 'Client ID の下にあります。' },
      serviceAccount: { placeholder: 'xxxxx.serviceaccount@example', hint: '同じ画面で発行します。' },
      privateKey: {
        placeholder: '-----BEGIN PRIVATE KEY-----',
        hint: '同じ画面でダウンロードしたファイルの中身を、BEGIN から END の行まで貼ります。',
      },
    },
    steps: [
      <>LINE WORKS Developer Console の「Bot」で、Botを登録します。管理者画面の「サービス」›「Bot」で、使えるようにします。</>,
      <>
        「API 2.0」の「アプリの新規追加」でアプリを作り、OAuth Scopes に bot.message を選んで、Service Account と Private Key を発行します。
      </>,
      <>知らせるトークルームにBotを招待し、トークルーム情報からチャネルIDを写します。</>,
    ],
  },
  line: {
    name: 'LINE',
    what: 'LINE公式アカウントからグループに届きます。',
    fields: {
      room: { label: 'グループID', placeholder: 'C で始まる33文字', hint: 'グループに招待したときにWebhookで届く groupId。' },
      token: { label: 'チャネルアクセストークン', hint: 'LINE Developers の「Messaging API設定」のいちばん下で発行した、長期のもの。' },
    },
    steps: [
      <>LINE Developers で Messaging API のチャネルを作り、「グループトークへの参加を許可する」を有効にします。</>,
      <>LINE公式アカウントを、知らせるグループに招待します。</>,
      <>チャネルアクセストークンを発行し、グループIDと一緒に貼ります。無料の通数を超えると、LINEが送らなくなります。</>,
    ],
  },
  chatwork: {
    name: 'Chatwork',
    what: 'ルームにメッセージで届きます。',
    fields: {
      room: { label: 'ルームID', placeholder: '例 123456789', hint: 'ルームを開いたときのURLの #!rid に続く数字。' },
      token: { label: 'APIトークン', hint: '右上の名前›「サービス連携」›「APIトークン」。そのユーザーの名前で投稿します。' },
    },
    steps: [
      <>投稿に使うユーザー（通知用のアカウントが確実です）を、知らせるルームに入れます。</>,
      <>そのユーザーの「サービス連携」でAPIトークンを発行します。組織の管理者の許可が要ることがあります。</>,
      <>ルームIDとAPIトークンを貼ります。</>,
    ],
  },
  twilio: {
    name: 'SMS（Twilio）',
    what: '携帯電話に短い文で届きます。1通ごとに料金がかかります。',
    fields: {
      account: { label: 'Account SID', placeholder: 'AC で始まる34文字', hint: 'Twilio Console のホームの「Account Info」。' },
      token: { label: 'Auth Token', hint: 'Account SID の下にあります。' },
      sender: { label: '送信元の番号', placeholder: '例 +815012345678', hint: 'Twilioで買った番号か、登録した送信元の名前。' },
      numbers: { placeholder: '例 090-1234-5678', hint: '1行に1つ、20まで。' },
    },
    steps: [
      <>Twilio Console で、日本へ送れる番号か送信元の名前を用意します。</>,
      <>「Messaging」›「Geo permissions」で Japan に印を付けます。</>,
      <>Account SID、Auth Token、送信元の番号を写します。</>,
    ],
  },
  smsTemplate: {
    name: 'SMS（ほかのサービス）',
    what: 'HTTPで送れるSMSのサービスなら使えます。',
    fields: {
      url: { placeholder: 'https://…', hint: 'サービスのAPIの説明にある、1通を送るURL。' },
      template: {
        placeholder: '{"to":"{to}","from":"{from}","text":"{text}"}',
        hint: '{to}、{from}、{text} が、電話番号、送信元、本文に置き換わります。パスワードは書かずに {token}、ユーザー名は {account} と書いてください。',
      },
      account: { hint: 'サービスがユーザー名を求めるときだけ。' },
      token: { label: 'パスワード・トークン', hint: 'サービスが求めるときだけ。' },
      header: { label: 'トークンのヘッダー', placeholder: '例 X-API-Key', hint: 'サービスがヘッダーの名前を決めているときだけ。' },
      sender: { label: '送信元', hint: 'サービスが求めるときだけ。' },
      numbers: { placeholder: '例 090-1234-5678', hint: '1行に1つ、20まで。' },
    },
    steps: [<>サービスのAPIの説明を見ながら、URL、送る形、送る内容を入れます。「試しに送る」で確かめてください。</>],
  },
  webhook: {
    name: 'Webhook',
    what: '自社のシステムに、署名つきのJSONで届きます。',
    fields: { url: { placeholder: 'https://…', hint: '受け取るシステムのURL。2xxを返すと、届いたことになります。' } },
    steps: [
      <>受け取るURLを用意し、送り先URLに入れて追加します。</>,
      <>表示された合言葉を、受け取るシステムに設定します。合言葉が見えるのは一度だけです。</>,
      <>
        署名は Standard Webhooks の形です。ヘッダー webhook-id、webhook-timestamp、webhook-signature
        を、公開されているライブラリーで確かめてください。
      </>,
    ],
  },
}
