import { randomBytes } from 'node:crypto'
import { type AnswerOf, type QueryOf, screens, singleSignOn, ssoAnswerKeys, type SsoFailure } from '@mimamori/contract'
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { keepSubject } from '../../../shared/accounts/subject.ts'
import type { Context } from '../../../platform/context.ts'
import { Refusal, unauthorised } from '../../../platform/errors.ts'
import { fetchFailure } from '../../../platform/outside/fetch-failure.ts'
import type { From } from '../sign-in-lockout.ts'
import type { Origin } from '../open-session.ts'
import { recordFailedSignIn, recordRefusedByProvider } from '../record-failure.ts'
import { continueSignIn, lockedAnswer, takeTurn } from '../sign-in.ts'
import { countsOfNetworks, recordFailure, signInBound, startsBound } from '../throttle.ts'
import { type Attempt, attemptMs, sealAttempt } from './attempt.ts'
import { findCode, makeCode, spentCode } from './code-store.ts'
import { type Claims, findPerson } from './find-person.ts'
import { findProvider, findProviderInUse, type StoredProvider } from './provider-store.ts'
import type { Talks } from './provider-cache.ts'

/** Where the browser is sent, and the cookie it is given. */
export type Leading = { readonly location: string; readonly cookie?: string }

const toLogin = (key: string, value: string): Leading => ({
  location: `${screens.login.path}#${new URLSearchParams({ [key]: value }).toString()}`,
})

/** Back to the login screen, which says why. */
const failed = (reason: SsoFailure): Leading => toLogin(ssoAnswerKeys.failure, reason)

/**
 * Where a company's provider leads back to. Each has an address of its own: one provider could have another one's code
 * brought to itself otherwise (RFC 9700, 4.4.2).
 * @param origin this server as browsers know it
 */
export const redirectUriAt = (origin: string, companyId: number): string =>
  `${origin}${singleSignOn.finish.path.replace(':companyId', String(companyId))}`

/**
 * The provider that somebody asks for. Starts are bounded by network, one after the other, and apart from wrong passwords: a
 * link on any page can ask, and must shut nobody out of signing in by password. Those that lead to a provider count as well,
 * or names could be tried without end; in a browser that somebody signed in from before they count for nobody.
 */
const findProviderFor = (
  context: Context,
  query: QueryOf<typeof singleSignOn.start>,
  from: From,
): Promise<StoredProvider | 'notInUse' | 'tooMany'> => {
  const { db, clock } = context
  const { address } = from
  const misses = countsOfNetworks(address, signInBound, 'sso ')
  const all = countsOfNetworks(address, startsBound, 'sso starts ')
  const isKnown = from.browser.companyId !== undefined
  const counts = isKnown ? misses : { ...misses, refusedBy: [...misses.refusedBy, ...all.refusedBy] as const }
  return takeTurn(context, counts, from, async () => {
    const provider = await findProviderInUse(db, query)
    if (!isKnown) await recordFailure(db, all, clock())
    if (provider !== undefined) return provider
    await recordFailure(db, misses, clock())
    await recordFailedSignIn(db, undefined, { at: clock(), address })
    return 'notInUse' as const
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 429) return 'tooMany' as const
    throw error
  })
}

/** Begins a sign-in: leads to the company's provider, or back to the login screen. */
export const start = async (
  context: Context,
  talks: Talks,
  query: QueryOf<typeof singleSignOn.start>,
  { origin, ...from }: From & { readonly origin: string },
): Promise<Leading> => {
  const provider = await findProviderFor(context, query, from)
  if (typeof provider === 'string') return failed(provider)
  const talk = await talks.with(provider)
  if (talk === undefined) return failed('unreachable')
  const now = context.clock().getTime()
  const attempt: Attempt = {
    companyId: provider.companyId,
    redirectUri: redirectUriAt(origin, provider.companyId),
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    browser: randomBytes(32).toString('base64url'),
    ...(query.again === '1' && { againSince: now }),
    until: now + attemptMs,
  }
  const location = buildAuthorizationUrl(talk, {
    redirect_uri: attempt.redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // Both, since providers heed one or the other; the second also makes them say when the person signed in.
    ...(attempt.againSince !== undefined && { prompt: 'login', max_age: '0' }),
  })
  return { location: location.href, cookie: sealAttempt(context.config, attempt) }
}

/** What the provider says of the person who signed in there; the user info is requested if the ID token lacks it. */
const claimsOf = async (
  talk: Configuration,
  { redirectUri, state, nonce, verifier }: Attempt,
  search: string,
  claim: string,
): Promise<Claims> => {
  const answer = await authorizationCodeGrant(talk, new URL(`${redirectUri}${search}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = answer.claims()
  if (claims === undefined) throw new Error('no ID token')
  if (claim in claims || talk.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...claims, ...(await fetchUserInfo(talk, answer.access_token, claims.sub)) }
}

/** So much the clock of a provider may be behind. */
const clockSkewMs = 60_000

/** Whether the provider asked the person to sign in again since the attempt began. One that does not say when they did is not believed. */
const isSignedInSince = ({ auth_time: signedInAt }: Claims, since: number): boolean =>
  typeof signedInAt === 'number' && signedInAt * 1_000 >= since - clockSkewMs

/** What came back: to which company's address, its query as it came, `?code=…`, and from where. */
type Answered = { readonly companyId: number; readonly search: string; readonly address: string }

const identify = async (
  { db, clock, log }: Context,
  provider: StoredProvider,
  talk: Configuration,
  attempt: Attempt,
  { search, address }: Answered,
): Promise<Leading> => {
  let claims: Claims
  try {
    claims = await claimsOf(talk, attempt, search, provider.claim)
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return failed('refused')
    log.warn({ companyId: provider.companyId, reason: fetchFailure(error) }, 'a provider of single sign-on failed')
    return failed('unreachable')
  }
  const { againSince } = attempt
  if (againSince !== undefined && !isSignedInSince(claims, againSince)) {
    log.warn({ companyId: provider.companyId }, 'a provider of single sign-on did not show that it asked somebody to sign in again')
    return failed('notAgain')
  }
  const person = await findPerson(db, provider, claims)
  if (person === undefined) {
    const unknown = { companyId: provider.companyId, userId: null, kind: 'noAccount' } as const
    await recordRefusedByProvider(db, unknown, { at: clock(), address })
    return failed(unknown.kind)
  }
  if (!(await keepSubject(db, person, { issuer: provider.issuer, subject: String(claims['sub']) }))) {
    const other = { ...person, kind: 'otherSubject' } as const
    await recordRefusedByProvider(db, other, { at: clock(), address })
    return failed(other.kind)
  }
  const code = await makeCode(db, person, { browser: attempt.browser, isFresh: againSince !== undefined }, clock())
  return toLogin(ssoAnswerKeys.code, code)
}

/**
 * Takes the provider's answer, and leads to the login screen with a code for the person who came, or with the reason why
 * not.
 */
export const finish = async (context: Context, talks: Talks, attempt: Attempt | undefined, answered: Answered): Promise<Leading> => {
  if (attempt === undefined || new URLSearchParams(answered.search).get('state') !== attempt.state) return failed('expired')
  if (answered.companyId !== attempt.companyId) return failed('expired')
  const provider = await findProvider(context.db, attempt.companyId)
  if (provider === undefined || !provider.enabled) return failed('notInUse')
  const talk = await talks.with(provider)
  return talk === undefined ? failed('unreachable') : identify(context, provider, talk, attempt, answered)
}

/**
 * Opens the session for a code, in the browser that began the sign-in; anyone who set a second factor here is
 * asked for it first, since a provider that somebody else named must not pass over it.
 * @throws Refusal 401 if the code is no longer valid
 */
export const redeem = async (
  context: Context,
  attempt: Attempt | undefined,
  code: string,
  from: Origin,
): Promise<AnswerOf<typeof singleSignOn.redeem>> => {
  const { db, clock } = context
  const found = attempt === undefined ? undefined : await findCode(db, code, attempt, clock())
  if (found === undefined) throw unauthorised('ssoExpired')
  const { person, isFresh } = found
  const answer = await continueSignIn(
    context,
    person,
    { ...from, byProvider: true, isConfirmed: isFresh },
    spentCode(code, person.companyId),
  )
  if (answer !== undefined) return answer
  await recordFailedSignIn(db, person, { at: clock(), address: from.address, isLocked: true })
  return lockedAnswer(context, person, from)
}
