import { message } from '@mimamori/contract/messages'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { CallError } from './call-error.ts'

type Request = Readonly<Record<string, unknown>>

const load = () => import('@simplewebauthn/browser')

/** What the browser itself says of a refusal is English and for developers. */
const inOurWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw new CallError([{ row: null, text: message('passkeyRefused') }], { cause: error })
  }
}

/** Lets the browser make the passkey that the server asks for. @throws CallError where it does not, or the person declines */
export const makePasskey = (request: Request): Promise<RegistrationResponseJSON> =>
  inOurWords(async () => (await load()).startRegistration({ optionsJSON: request as unknown as PublicKeyCredentialCreationOptionsJSON }))

/** Lets the browser sign what the server asks for. @throws CallError where it does not, or the person declines */
export const signByPasskey = (request: Request): Promise<AuthenticationResponseJSON> =>
  inOurWords(async () => (await load()).startAuthentication({ optionsJSON: request as unknown as PublicKeyCredentialRequestOptionsJSON }))

/** Why no passkey can be made here, as a text of the pages; undefined where one can. */
export const passkeyHindrance = (host: string): 'noAddress' | 'otherAddress' | 'unable' | undefined => {
  const isThere = location.hostname === host || location.hostname.endsWith(`.${host}`)
  if (!isThere) return host === 'localhost' ? 'noAddress' : 'otherAddress'
  if (!('PublicKeyCredential' in window)) return 'unable'
  return undefined
}
