import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { channelSheet, sheetText } from '../../../shared/channels/channel-sheet.ts'
import { type ChannelAnswer, type ChannelOutcome, ChannelRefusal, type ChannelSender, type ChannelTarget } from './channel-sender.ts'
import { readAnswer } from './read-answer.ts'

const provider = 'https://www.worksapis.com'
const authorisation = 'https://auth.worksmobile.com'

// LINE WORKS' limits, in characters.
const longestText = 2_000
const longestLinkText = 1_000

const algorithm = 'RS256'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const scope = 'bot.message'
// An assertion is good for an hour at most; it is used at once.
const assertionSeconds = 600

const Pass = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().default(3_600) })

/** A private key as its file has it; a form may have lost the ends of its lines. */
const pemOf = (pasted: string): string => {
  const base64 = pasted.replaceAll(/-----[A-Z ]+-----|[^A-Za-z0-9+/=]/g, '')
  return `-----BEGIN PRIVATE KEY-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END PRIVATE KEY-----`
}

const assertionOf = async ({ settings, secrets }: ChannelTarget, now: Date): Promise<string> => {
  const issuedAt = Math.floor(now.getTime() / 1_000)
  const key = await importPKCS8(pemOf(secrets.privateKey ?? ''), algorithm)
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(settings.clientId ?? '')
    .setSubject(settings.serviceAccount ?? '')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + assertionSeconds)
    .sign(key)
}

const noAnswer: ChannelAnswer = { status: 0, headers: new Headers(), body: '' }
const badKey = new ChannelRefusal({ kind: 'refused', failure: 'badKey' }, noAnswer)

/** LINE WORKS limits each call to so many a minute and says when that is over, in seconds. */
const limited = (answer: ChannelAnswer): ChannelAnswer => {
  const reset = answer.headers.get('ratelimit-reset')
  if (answer.status !== 429 || reset === null || answer.headers.has('retry-after')) return answer
  return { ...answer, headers: new Headers([...answer.headers, ['retry-after', reset]]) }
}

const outcomeOf = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  // The key was right, or there would have been no pass: the bot is not where it should write.
  if (answer.status === 403) return { kind: 'refused', failure: 'notMember' }
  return readAnswer(limited(answer), now)
}

const refusalOf = (answer: ChannelAnswer, now: Date): ChannelRefusal => {
  // OAuth answers 400 for a client, a secret, an account or a key that it does not know.
  const outcome = answer.status === 400 ? ({ kind: 'refused', failure: 'unauthorized' } as const) : readAnswer(limited(answer), now)
  return new ChannelRefusal(outcome.kind === 'sent' ? { kind: 'retry', failure: 'serverFault' } : outcome, answer)
}

const parsedPass = (body: string) => {
  try {
    return Pass.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** LINE WORKS by its API 2.0: a bot writes into a talk room, or to a member, whose ID has an `@`. Its pass is that of a service account. */
export const lineWorks: ChannelSender = {
  authorise: async (target, call, now) => {
    const { url, settings, secrets } = target
    const assertion = await assertionOf(target, now).catch(() => {
      throw badKey
    })
    const form = { assertion, grant_type: grantType, client_id: settings.clientId ?? '', client_secret: secrets.clientSecret ?? '', scope }
    const answer = await call({
      method: 'POST',
      url: `${url ?? authorisation}/oauth2/v2.0/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: new URLSearchParams(form).toString(),
    })
    const pass = answer.status === 200 ? parsedPass(answer.body) : undefined
    if (pass === undefined) throw refusalOf(answer, now)
    return { token: pass.access_token, expiresAt: new Date(now.getTime() + pass.expires_in * 1_000) }
  },
  requestsOf: (content, { url, settings }, { token }) => {
    const { link, ...sheet } = channelSheet(content)
    const { room = '', botId = '' } = settings
    const to = room.includes('@') ? 'users' : 'channels'
    const written =
      link === null
        ? { type: 'text', text: sheetText({ ...sheet, link }, longestText) }
        : { type: 'link', contentText: sheetText({ ...sheet, link: null }, longestLinkText), linkText: link.label, link: link.url }
    return [
      {
        key: '',
        method: 'POST',
        url: `${url ?? provider}/v1.0/bots/${encodeURIComponent(botId)}/${to}/${encodeURIComponent(room)}/messages`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ content: written }),
      },
    ]
  },
  outcomeOf,
}
