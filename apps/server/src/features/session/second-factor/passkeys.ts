import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { originOf, readAssertion, readRegistration } from './passkey-answer.ts'
import { relyingPartyOf } from './relying-party.ts'

type Ground = Pick<Context, 'config' | 'log'>

// Loaded with the first passkey: it takes 5 MB.
const loadLibrary = () => import('@simplewebauthn/server')

/** The passkeys of a person, the oldest first. */
export const findPasskeys = (db: Db, { companyId, userId }: PersonKey) =>
  db
    .selectFrom('passkey as k')
    .select(['k.credential_id', 'k.name', 'k.public_key', 'k.counter', 'k.transports', 'k.created_at', 'k.last_used_at'])
    .where('k.company_id', '=', companyId)
    .where('k.user_id', '=', userId)
    .orderBy('k.created_at')
    .execute()

const knownOf = async (db: Db, person: PersonKey) =>
  (await findPasskeys(db, person)).map(({ credential_id: id, transports }) => ({ id, transports }))

/** The options for a browser to make a new passkey of the person; an authenticator that has one already makes none. */
export const requestNew = async (
  { config }: Ground,
  db: Db,
  person: PersonKey & { readonly loginId: string; readonly fullName: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: '見守り',
    rpID: relyingPartyOf(config).host,
    userName: person.loginId,
    userDisplayName: person.fullName,
    userID: Uint8Array.from(Buffer.from(`${person.companyId}.${person.userId}`)),
    excludeCredentials: await knownOf(db, person),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** The options for a browser to use one of the person's passkeys. */
export const requestKnown = async ({ config }: Ground, db: Db, person: PersonKey) => {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(config).host,
    allowCredentials: await knownOf(db, person),
    // The password has said who it is; the passkey says that the device is there.
    userVerification: 'preferred',
  })
}

/** The library throws whatever does not hold: a wrong challenge, a strange signature, an answer that is none. */
const heldOr = async <T>({ log }: Ground, verify: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await verify()
  } catch (error) {
    log.debug({ reason: error instanceof Error ? error.message : String(error) }, 'the answer of a passkey does not hold')
    return undefined
  }
}

/** A new passkey as an authenticator made it for the challenge; undefined where its answer does not hold. */
export const verifyNew = async (ground: Ground, answer: unknown, challenge: string) => {
  const response = readRegistration(answer)
  const { host, isOrigin } = relyingPartyOf(ground.config)
  if (response === undefined) return undefined
  const result = await heldOr(ground, async () => {
    const expectedOrigin = originOf(response)
    if (!isOrigin(expectedOrigin)) return undefined
    const { verifyRegistrationResponse } = await loadLibrary()
    return verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: host,
      requireUserVerification: false,
    })
  })
  return result?.verified === true ? result.registrationInfo.credential : undefined
}

/** Takes what one of the person's passkeys signed for the challenge. @returns false where it does not hold */
export const takePasskey = async (
  ground: Ground,
  db: Db,
  person: PersonKey,
  answer: unknown,
  challenge: string,
  at: Date,
): Promise<boolean> => {
  const response = readAssertion(answer)
  if (response === undefined) return false
  const known = (await findPasskeys(db, person)).find(({ credential_id: id }) => id === response.id)
  if (known === undefined) return false
  const { host, isOrigin } = relyingPartyOf(ground.config)
  const result = await heldOr(ground, async () => {
    const expectedOrigin = originOf(response)
    if (!isOrigin(expectedOrigin)) return undefined
    const { verifyAuthenticationResponse } = await loadLibrary()
    return verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: host,
      requireUserVerification: false,
      credential: { id: known.credential_id, publicKey: Uint8Array.from(known.public_key), counter: known.counter },
    })
  })
  if (result?.verified !== true) return false
  await db
    .updateTable('passkey as k')
    .set({ counter: result.authenticationInfo.newCounter, last_used_at: at })
    .where('k.company_id', '=', person.companyId)
    .where('k.credential_id', '=', known.credential_id)
    .execute()
  return true
}
