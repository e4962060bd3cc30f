import {
  channelFields,
  type ChannelSecrets,
  type ChannelSettings,
  type ChannelType,
  channelTypeNames,
  labels,
  message,
} from '@mimamori/contract'
import type { Config } from '../../platform/config/config.ts'
import { badRequest } from '../../platform/errors.ts'
import { mayCall } from '../../platform/outside/guarded-fetch.ts'
import { mask } from './channel-secrets.ts'
import { carriesToken } from './senders/sms.ts'

/** What a channel would be called with. */
export type ChannelAddress = {
  readonly type: ChannelType
  readonly url: string | null
  readonly settings: ChannelSettings
  readonly secrets: ChannelSecrets
}

const label = labels.notificationChannel

const requiredOf = (use: Readonly<Record<string, string | undefined>>): (keyof typeof label)[] =>
  Object.entries(use).flatMap(([name, need]) => (need === 'required' && name in label ? [name as keyof typeof label] : []))

const isThere = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

// What a header takes. Beside a user name, and in a body, a password is sent in another form.
const headerText = /^[\x21-\x7e]+$/

const tokenFault = ({ settings, secrets: { token } }: ChannelAddress): string | undefined =>
  token === undefined ||
  token === '' ||
  (settings.account !== undefined && settings.header === undefined) ||
  carriesToken(settings) ||
  headerText.test(token)
    ? undefined
    : message('channelTokenForm', { field: label.token })

const missingOf = ({ type, url, settings, secrets }: ChannelAddress): string[] => {
  const fields = channelFields[type]
  const given: Readonly<Record<string, unknown>> = { ...settings, ...secrets }
  const names = [...requiredOf(fields.settings), ...requiredOf(fields.secrets)].filter((name) => !isThere(given[name]))
  if (fields.url === 'required' && url === null) names.unshift('url')
  return names.map((name) => message('channelFieldMissing', { field: label[name], type: channelTypeNames[type] }))
}

/** What is wrong with an address that somebody typed; undefined where it may be called. */
const urlFault = ({ channelHosts }: Pick<Config, 'channelHosts'>, url: string | null): string | undefined => {
  if (url === null) return undefined
  // An address as it is shown, of another channel or of before.
  if (!URL.canParse(url) || url.includes(mask)) return message('channelUrlForm')
  return mayCall(channelHosts, new URL(url)) ? undefined : message('channelUrlForbidden')
}

/** @throws Refusal 400 naming each field that a channel of this type needs and has not, and an address that may not be called */
export const refuseFaulty = (config: Pick<Config, 'channelHosts'>, address: ChannelAddress): void => {
  const faults = [...missingOf(address), ...[urlFault(config, address.url), tokenFault(address)].filter((fault) => fault !== undefined)]
  if (faults.length > 0) throw badRequest(...faults)
}

/** What of the settings and secrets belongs to the type; the rest is forgotten. */
export const ownFieldsOf = ({ type, settings, secrets }: Pick<ChannelAddress, 'type' | 'settings' | 'secrets'>) => {
  const pick = <Values extends object>(values: Values, names: object): Values =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => name in names && value !== undefined)) as Values
  return { settings: pick(settings, channelFields[type].settings), secrets: pick(secrets, channelFields[type].secrets) }
}
