import { mask } from './channel-secrets.ts'
import type { ChannelRequest, ChannelTarget } from './senders/channel-sender.ts'

/** So much of an answer is kept. */
const longestAnswer = 1_000
/** A part of an address that is shorter is a word of its path, as `services` is. */
const shortestPart = 10

/** Headers that carry a password or a pass, by whatever name. */
export const secretHeaders = /^(authorization|proxy-authorization|cookie|.*(token|secret|key|signature).*)$/i

const jsonWebToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const partsOf = (address: string): string[] => {
  const { origin, pathname, search, searchParams } = new URL(address)
  const path = address.startsWith(origin) ? address.slice(origin.length) : `${pathname}${search}`
  const isLong = ({ length }: string) => length >= shortestPart
  return [...(path.length < 2 ? [] : [path]), ...[...pathname.split('/'), ...searchParams.values()].filter(isLong)]
}

const passOf = (value: string) => value.replace(/^(?:basic|bearer) +/i, '')

/**
 * What is secret of an attempt: the address of its channel, which is a secret of most services, whole and in parts, its secrets, and
 * what the headers of its requests carried.
 */
export const secretsOf = (
  { url, secrets }: Pick<ChannelTarget, 'url' | 'secrets'>,
  requests: readonly Pick<ChannelRequest, 'headers'>[],
): string[] => {
  const carried = requests.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) => (secretHeaders.test(name) ? [passOf(value)] : [])),
  )
  return [
    ...(url !== null && URL.canParse(url) ? partsOf(url) : []),
    ...Object.values(secrets).filter((own) => own !== undefined),
    ...carried,
  ]
}

// Gateways echo a request as it was, in JSON, in HTML, or as a part of an address.
const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const hex = (digits: string) => digits.replaceAll(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`)

const formsOf = (character: string): string => {
  if (/[A-Za-z0-9]/.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  const literal = `\\u{${code.toString(16)}}`
  const percent = Array.from(Buffer.from(character), (byte) => `%${hex(byte.toString(16).padStart(2, '0'))}`).join('')
  const forms = [
    literal,
    `\\\\${literal}`,
    percent,
    `\\\\u${hex(code.toString(16).padStart(4, '0'))}`,
    `&#0*${code};`,
    `&#[xX]0*${hex(code.toString(16))};`,
  ]
  const named = entities[character]
  if (named !== undefined) forms.push(`&${named};`)
  if (character === ' ') forms.push('\\+')
  return `(?:${forms.join('|')})`
}

/** A text without secrets, in whatever form it contains them. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const all = new Set(secrets.flatMap((secret) => [secret, decoded(secret)]).filter((secret) => secret !== ''))
  const longestFirst = [...all].toSorted((one, other) => other.length - one.length)
  return longestFirst
    .reduce((rest, secret) => rest.replaceAll(new RegExp(Array.from(secret, formsOf).join(''), 'gu'), mask), text)
    .replaceAll(jsonWebToken, mask)
}

/** The text of an answer as it is kept and shown: short, and without what is secret, since services and what lies before them echo requests. */
export const answerOnRecord = (body: string, secrets: readonly string[]): string =>
  // A database takes no NUL, and half a character is none.
  Array.from(withoutSecrets(body.replaceAll('\0', ''), secrets))
    .slice(0, longestAnswer)
    .join('')
