import type { ChannelSecrets, ChannelSettings } from '@mimamori/contract'
import type { ChannelAnswer, ChannelOutcome, ChannelRequest, ChannelSender, ChannelTarget } from './channel-sender.ts'
import { readAnswer } from './read-answer.ts'
import { smsText } from './sms-text.ts'

const twilio = 'https://api.twilio.com'

const basic = (account: string, password: string) => `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`

/** A header of the service's own; user name and password; a token alone as a bearer; nothing where the service asks for nothing, or for it in its address. */
const authorizationOf = ({ account, header }: ChannelSettings, { token }: ChannelSecrets): Record<string, string> => {
  if (header !== undefined && token !== undefined) return { [header.toLowerCase()]: token }
  if (account !== undefined) return { authorization: basic(account, token ?? '') }
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

const digits = (number: string) => number.replaceAll('-', '')

/** A number with its country, as Twilio wants it: 090-1234-5678 is +819012345678. */
const international = (number: string) => digits(number).replace(/^0(?=\d)/, '+81')

const twilioRequest = ({ url, settings, secrets }: ChannelTarget, number: string, text: string): ChannelRequest => {
  const { account = '', sender = '' } = settings
  const from = sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: sender }
  return {
    key: number,
    method: 'POST',
    url: `${(url ?? twilio).replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(account, secrets.token ?? '') },
    body: new URLSearchParams({ To: international(number), ...from, Body: text }).toString(),
  }
}

const escapes = {
  form: { contentType: 'application/x-www-form-urlencoded', escape: (value: string) => encodeURIComponent(value) },
  json: { contentType: 'application/json; charset=utf-8', escape: (value: string) => JSON.stringify(value).slice(1, -1) },
} as const

/** Puts values into a template in one go, so that a value that reads like a place is no place. */
const filled = (template: string, values: Readonly<Record<string, string>>, escape: (value: string) => string): string =>
  template.replaceAll(/\{(to|from|text|account|token)\}/g, (_, name: string) => escape(values[name] ?? ''))

/** True where an SMS service is given its password in the body. */
export const carriesToken = ({ template }: ChannelSettings): boolean => template?.includes('{token}') === true

const templateRequest = ({ url, settings, secrets }: ChannelTarget, number: string, text: string): ChannelRequest => {
  const { format, template = '', sender = '', account = '' } = settings
  const { token = '' } = secrets
  const { contentType, escape } = escapes[format ?? 'form']
  return {
    key: number,
    method: 'POST',
    url: url ?? '',
    headers: { 'content-type': contentType, ...(carriesToken(settings) ? {} : authorizationOf(settings, secrets)) },
    body: filled(template, { to: digits(number), from: sender, text, account, token }, escape),
  }
}

// Twilio's codes: numbers that are none, cannot get an SMS, or asked to get none.
const badNumbers = /"code"\s*:\s*(?:21211|21214|21217|21408|21421|21610|21612|21614)\b/

const outcomeOf = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  if (answer.status === 400 && badNumbers.test(answer.body)) return { kind: 'refused', failure: 'badNumber' }
  // Taken, and refused in the same answer.
  if (answer.status < 300 && /"status"\s*:\s*"(?:failed|undelivered)"/.test(answer.body)) return { kind: 'refused', failure: 'refused' }
  return readAnswer(answer, now)
}

/** SMS by a service that is asked over HTTP, one request a number: Twilio's, or any other by a template of its body. */
export const sms: ChannelSender = {
  requestsOf: (content, target) => {
    const text = smsText(content)
    const requestOf = target.settings.preset === 'template' ? templateRequest : twilioRequest
    return (target.settings.numbers ?? []).map((number) => requestOf(target, number, text))
  },
  outcomeOf,
}
