import {
  channelFields,
  ChannelSecrets,
  ChannelSettings,
  type ChannelType,
  mostSmsNumbers,
  smsFormats,
  smsPresets,
} from '@mimamori/contract/channel-fields'
import { requiredText } from '@mimamori/contract/field'
import { language } from '@mimamori/contract/language'
import { channelKinds, channelLevels, type ChannelHours, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { keysOf } from '@mimamori/contract/typed-lists'
import { WireClock } from '@mimamori/contract/wire'
import { z } from 'zod'
import type { Draft } from '../kit/form/check.ts'

/** Null where what is stored stays; it is never shown. */
const mayStay = (max: number) => requiredText(max).nullable()
const mayLack = (max: number) => z.string().trim().max(max).nullable()

const longestId = 300
const longestUrl = 2_000
const longestSecret = 10_000
const longestTemplate = 4_000
const phone = /^\+?[0-9][0-9-]{5,19}$/

/** The telephones of a text with one a line. */
export const splitNumbers = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐‑‒–—―−ー]/g, '-')
    .split(/[,、;\s]+/)
    .filter((part) => part !== '')

const Numbers = z
  .string()
  .trim()
  .min(1)
  .refine((text) => splitNumbers(text).every((one) => phone.test(one)), { params: { rule: 'smsNumbers' }, abort: true })
  .refine((text) => splitNumbers(text).length <= mostSmsNumbers, { params: { rule: 'smsNumbers' } })

const longestHeader = 60

/** What the form of any type may hold, beside its name: where and with what it is reached. */
const Reached = z.object({
  url: mayStay(longestUrl),
  room: mayLack(longestId),
  botId: mayLack(longestId),
  clientId: mayLack(longestId),
  serviceAccount: mayLack(longestId),
  preset: z.enum(smsPresets).nullable(),
  account: mayLack(longestId),
  header: mayLack(longestHeader),
  sender: mayLack(longestId),
  numbers: z.string().nullable(),
  format: z.enum(smsFormats).nullable(),
  template: mayLack(longestTemplate),
  token: mayLack(longestSecret),
  clientSecret: mayLack(longestSecret),
  privateKey: mayLack(longestSecret),
})
export type ReachedField = keyof z.input<typeof Reached>

/** Which addresses may be called, the server alone knows: some hosts are named by those who run it. */
const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const anyTime = z.object({
  hours: z.enum(['always', 'set']),
  from: z.string(),
  to: z.string(),
})

/** The form of a channel: flat, since each of its fields has a label and a fault of its own. */
export const ChannelForm = Reached.extend({
  name: requiredText(100),
  isEnabled: z.boolean(),
  level: z.literal(channelLevels),
  kinds: z.array(z.enum(channelKinds)),
  ...anyTime.shape,
  language,
  withNames: z.boolean(),
})
export type ChannelFormValues = z.output<typeof ChannelForm>

const needed = (name: ReachedField): z.ZodType => {
  switch (name) {
    case 'numbers':
      return Numbers
    case 'preset':
      return z.enum(smsPresets)
    case 'format':
      return z.enum(smsFormats)
    case 'template':
      return requiredText(longestTemplate)
    case 'url':
      return requiredText(longestUrl).refine(isWebAddress, { params: { rule: 'channelUrl' } })
    case 'token':
    case 'clientSecret':
    case 'privateKey':
      return requiredText(longestSecret)
    default:
      return requiredText(longestId)
  }
}

/** A type of channel; an SMS by a known service or by a template asks for different fields. */
export type ChannelVariant = Exclude<ChannelType, 'sms'> | 'twilio' | 'smsTemplate'

export const variantOf = ({ type, settings }: Pick<NotificationChannel, 'type' | 'settings'>): ChannelVariant =>
  type === 'sms' ? (settings.preset === 'template' ? 'smsTemplate' : 'twilio') : type

export const typeOf = (variant: ChannelVariant): ChannelType => (variant === 'twilio' || variant === 'smsTemplate' ? 'sms' : variant)

/** Which fields the form of a variant shows, in order, and whether each must be filled in. */
export const fieldsOf = (variant: ChannelVariant): Partial<Record<ReachedField, 'required' | 'optional'>> => {
  if (variant === 'twilio') return { account: 'required', token: 'required', sender: 'required', numbers: 'required' }
  if (variant === 'smsTemplate')
    return {
      url: 'required',
      format: 'required',
      template: 'required',
      account: 'optional',
      token: 'optional',
      header: 'optional',
      sender: 'optional',
      numbers: 'required',
    }
  const { url, settings, secrets } = channelFields[variant]
  return { ...(url === 'required' && { url }), ...settings, ...secrets }
}

const secretNames = keysOf(ChannelSecrets.shape)
const settingNames = keysOf(ChannelSettings.shape)
const isSecret = (name: ReachedField) => name === 'url' || (secretNames as readonly string[]).includes(name)

/** True where the form may leave a secret as it is stored. */
export const isStored = (channel: Pick<NotificationChannel, 'url' | 'secretsSet'> | undefined, name: ReachedField): boolean =>
  channel !== undefined && (name === 'url' ? channel.url !== null : channel.secretsSet.includes(name))

/**
 * The schema of a form: what the variant needs must be filled in, save secrets that are stored.
 * @param stored undefined of a channel that is being made
 */
export const schemaOf = (variant: ChannelVariant, stored: NotificationChannel | undefined): typeof ChannelForm => {
  const required = Object.entries(fieldsOf(variant)).flatMap(([name, use]) => {
    const field = name as ReachedField
    if (use !== 'required') return []
    return [[field, isSecret(field) && isStored(stored, field) ? needed(field).nullable() : needed(field)]]
  })
  return ChannelForm.extend(Object.fromEntries(required) as Record<string, z.ZodType>).superRefine((draft, context) => {
    const { hours, from, to } = draft as { readonly hours: string; readonly from: string; readonly to: string }
    if (hours === 'always') return
    const isClear = WireClock.safeParse(from).success && WireClock.safeParse(to).success && from !== to
    if (!isClear) context.addIssue({ code: 'custom', path: ['hours'], params: { rule: 'channelHours' } })
  }) as unknown as typeof ChannelForm
}

const usualHours: ChannelHours = { from: '08:00', to: '18:00' }

/** What a form of a stored channel begins with. */
export const draftOfChannel = (channel: NotificationChannel): Draft<typeof ChannelForm> => {
  const { settings, hours, name, isEnabled, level, kinds, language: spoken, withNames } = channel
  return {
    ...emptyReached(variantOf(channel), channel),
    ...Object.fromEntries(settingNames.map((key) => [key, settings[key] ?? ''])),
    numbers: settings.numbers?.join('\n') ?? '',
    preset: settings.preset ?? null,
    format: settings.format ?? null,
    name,
    isEnabled,
    level,
    kinds,
    hours: hours === null ? 'always' : 'set',
    from: hours?.from ?? usualHours.from,
    to: hours?.to ?? usualHours.to,
    language: spoken,
    withNames,
  }
}

/** The fields of a variant, empty; of a stored channel what is secret is null: it stays. */
export const emptyReached = (variant: ChannelVariant, stored?: NotificationChannel): Draft<typeof Reached> => ({
  ...Object.fromEntries(
    keysOf(Reached.shape).map((name) => [name, isSecret(name) && (isStored(stored, name) || !(name in fieldsOf(variant))) ? null : '']),
  ),
  preset: variant === 'twilio' ? 'twilio' : variant === 'smsTemplate' ? 'template' : null,
  format: variant === 'smsTemplate' ? 'json' : null,
})

const unlessBlank = (value: string | null) => (value === null || value === '' ? undefined : value)

const twilioUrl = 'https://api.twilio.com'

/** The address, settings and secrets that a form says, as calls take them. What is null stays as it is stored. */
export const reachedOf = (variant: ChannelVariant, values: z.output<typeof Reached>) => {
  const shown = fieldsOf(variant)
  const settings: ChannelSettings = {
    ...Object.fromEntries(
      settingNames.flatMap((name) => {
        const value = values[name]
        return name in shown && value !== null && value !== '' ? [[name, value]] : []
      }),
    ),
    ...(shown.numbers !== undefined && { numbers: splitNumbers(values.numbers ?? '') }),
    ...(typeOf(variant) === 'sms' && { preset: variant === 'twilio' ? ('twilio' as const) : ('template' as const) }),
  }
  const url = variant === 'twilio' ? twilioUrl : unlessBlank(values.url)
  const secrets = Object.fromEntries(
    secretNames.flatMap((name) => (unlessBlank(values[name]) === undefined ? [] : [[name, values[name]]])),
  ) as ChannelSecrets
  return { ...(url !== undefined && { url }), settings, secrets }
}

/** What a save of a stored channel sends. */
export const changeOf = (channel: NotificationChannel, values: ChannelFormValues) => {
  const { name, isEnabled, level, kinds, hours, from, to, language: spoken, withNames } = values
  return {
    id: channel.id,
    version: channel.version,
    name,
    isEnabled,
    ...reachedOf(variantOf(channel), values),
    level,
    kinds,
    hours: hours === 'always' ? null : { from, to },
    language: spoken,
    withNames,
  }
}
