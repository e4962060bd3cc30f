import { z } from 'zod'
import { unlessEmpty } from './wire.ts'

/** The services that alerts are sent to. */
export const channelTypes = ['webhook', 'teams', 'slack', 'lineworks', 'line', 'chatwork', 'sms'] as const
export type ChannelType = (typeof channelTypes)[number]

export const channelTypeNames: Readonly<Record<ChannelType, string>> = {
  webhook: 'Webhook',
  teams: 'Microsoft Teams',
  slack: 'Slack',
  lineworks: 'LINE WORKS',
  line: 'LINE',
  chatwork: 'Chatwork',
  sms: 'SMS',
}

const id = unlessEmpty(z.string().trim().max(300))

/** How an SMS is ordered: as Twilio wants it, or by a template for any other service. */
export const smsPresets = ['twilio', 'template'] as const
export const smsFormats = ['form', 'json'] as const

/** At most so many telephones get an SMS. */
export const mostSmsNumbers = 20

/** What a channel of some type needs besides its address, as far as it is no secret. Other types do without. */
export const ChannelSettings = z.object({
  /** LINE WORKS' talk room, LINE's group, Chatwork's room. */
  room: id,
  botId: id,
  clientId: id,
  serviceAccount: id,
  preset: unlessEmpty(z.enum(smsPresets)),
  /** Of the SMS service: the user name. */
  account: id,
  /** Of any other SMS service: the header that carries its token, as X-API-Key; a bearer where it is left out. */
  header: unlessEmpty(
    z
      .string()
      .trim()
      .regex(
        /^(?!(?:host|connection|content-.*|transfer-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$)[a-z0-9][a-z0-9-]{0,59}$/i,
      ),
  ),
  /** The number or name that an SMS comes from. */
  sender: id,
  numbers: unlessEmpty(
    z
      .array(
        z
          .string()
          .trim()
          .regex(/^\+?[0-9][0-9-]{5,19}$/),
      )
      .max(mostSmsNumbers),
  ),
  format: unlessEmpty(z.enum(smsFormats)),
  /** The body of the request that orders one SMS, with {to}, {from} and {text}; {account} and {token} where its service wants them there. */
  template: unlessEmpty(z.string().max(4_000)),
})
export type ChannelSettings = z.output<typeof ChannelSettings>

const secret = unlessEmpty(z.string().trim().max(10_000))

/** What is secret of a channel. It comes in, and is in no answer. */
export const ChannelSecrets = z.object({
  /** LINE's channel access token, Chatwork's API token, the password of the SMS service. */
  token: secret,
  clientSecret: secret,
  privateKey: secret,
})
export type ChannelSecrets = z.output<typeof ChannelSecrets>

type FieldUse<Name extends string> = Readonly<Partial<Record<Name, 'required' | 'optional'>>>

/** What the form of a type asks for. `url` is `null` where it is the provider's own and nothing else makes sense. */
export const channelFields: Readonly<
  Record<
    ChannelType,
    {
      readonly url: 'required' | null
      readonly settings: FieldUse<keyof ChannelSettings>
      readonly secrets: FieldUse<keyof ChannelSecrets>
    }
  >
> = {
  webhook: { url: 'required', settings: {}, secrets: {} },
  teams: { url: 'required', settings: {}, secrets: {} },
  slack: { url: 'required', settings: {}, secrets: {} },
  lineworks: {
    url: null,
    settings: { room: 'required', botId: 'required', clientId: 'required', serviceAccount: 'required' },
    secrets: { clientSecret: 'required', privateKey: 'required' },
  },
  line: { url: null, settings: { room: 'required' }, secrets: { token: 'required' } },
  chatwork: { url: null, settings: { room: 'required' }, secrets: { token: 'required' } },
  sms: {
    url: 'required',
    settings: {
      preset: 'required',
      account: 'optional',
      header: 'optional',
      sender: 'optional',
      numbers: 'required',
      format: 'optional',
      template: 'optional',
    },
    secrets: { token: 'optional' },
  },
}

/** Why a channel did not take a message. */
export const channelFailures = [
  'unauthorized',
  'badKey',
  'notFound',
  'gone',
  'archived',
  'notMember',
  'badNumber',
  'busy',
  'quota',
  'refused',
  'serverFault',
  'timeout',
  'unreachable',
  'forbiddenAddress',
  'incomplete',
  'tooOld',
] as const
export type ChannelFailure = (typeof channelFailures)[number]

/** The same in words, with what to do about it. */
export const channelFailureNames: Readonly<Record<ChannelFailure, string>> = {
  unauthorized: '送り先に断られました。URLやトークンを作り直してください',
  badKey: 'Private Key を読めません。ファイルの中身を貼り直してください',
  notFound: '送り先が見つかりません。URLや送り先の番号を確かめてください',
  gone: '送り先が受け取りをやめました（410）',
  archived: 'チャンネルがアーカイブされています。ほかのチャンネルに変えてください',
  notMember: '送り先に書き込む権限がありません。Botやアカウントを招待してください',
  badNumber: 'SMSを受け取れない電話番号です。番号を確かめてください',
  busy: '送り先が混雑しています',
  quota: '今月の送信数の上限に達しました。契約か、送る段階を見直してください',
  refused: '送り先が受け取りませんでした。送り先の答えを見て、設定を直してください',
  serverFault: '送り先でエラーが起きています',
  timeout: '10秒以内に応答がありません',
  unreachable: '送り先につながりません',
  // In the same words as what cannot be reached: nobody learns by trials which names lead inside a network.
  forbiddenAddress: '送り先につながりません',
  incomplete: '通知先の設定が足りません。設定を入れ直してください',
  tooOld: '時間がたったため送るのをやめました',
}
