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

/** Why no passkey can be made here; undefined where one can. */
export const passkeyHindrance = (host: string): string | undefined => {
  const isThere = location.hostname === host || location.hostname.endsWith(`.${host}`)
  if (!isThere && host === 'localhost')
    return 'パスキーを使うには、サーバーの公開アドレス（PUBLIC_URL）の設定が必要です。管理者に確認してください。'
  if (!isThere) return `パスキーは、公開アドレス（${host}）で開いたときだけ登録できます。`
  if (!('PublicKeyCredential' in window)) return 'このブラウザーか接続（http）では、パスキーを使えません。'
  return undefined
}
