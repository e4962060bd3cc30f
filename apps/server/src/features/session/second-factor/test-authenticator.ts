import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const inText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const present = 0x01
const withCredential = 0x40

/** The request to an authenticator, and what it then makes up or leaves out. */
type AuthenticatorInput = { readonly challenge: string; readonly origin?: string; readonly counter?: number }

/** An authenticator in software (WebAuthn, ES256, no attestation) with a credential of its own. */
export const makeAuthenticator = (host = 'localhost') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  // COSE: an elliptic key (1: 2) for ES256 (3: -7) on P-256 (-1: 1).
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  )
  const dataOf = (flags: number, counter: number, more: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, { challenge, origin = `http://${host}:8080` }: AuthenticatorInput) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = { id: inText(id), rawId: inText(id), type: 'public-key', clientExtensionResults: {} }
  return {
    id: named.id,
    /** What the browser sends of the new passkey. */
    register: (request: AuthenticatorInput) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = dataOf(
        present | withCredential,
        request.counter ?? 0,
        Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(cose)]),
      )
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', Uint8Array.from(authData)],
        ]),
      )
      const response = {
        clientDataJSON: inText(clientData('webauthn.create', request)),
        attestationObject: inText(attestationObject),
        transports: ['internal'],
      }
      return { ...named, response }
    },
    /** What the browser sends of a sign-in with it. */
    answer: (request: AuthenticatorInput) => {
      const authenticatorData = dataOf(present, request.counter ?? 0)
      const clientDataJson = clientData('webauthn.get', request)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJson)]), privateKey)
      const response = {
        clientDataJSON: inText(clientDataJson),
        authenticatorData: inText(authenticatorData),
        signature: inText(signature),
      }
      return { ...named, response }
    },
  }
}
