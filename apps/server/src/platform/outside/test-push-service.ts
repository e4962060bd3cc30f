import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { PushNotice } from '@mimamori/contract'

/** A browser's own keys; only it can read what is sent to it. */
const makeBrowser = () => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { curve, auth: randomBytes(16) }
}
type Browser = ReturnType<typeof makeBrowser>

const bodyOf = (endpoint: string, { curve, auth }: Browser) => ({
  endpoint,
  keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
})

/** What some browser gives for itself to subscribe. */
export const browserOf = (endpoint: string) => bodyOf(endpoint, makeBrowser())

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Opens a message as a browser does (RFC 8188, RFC 8291), from the standards and not by the sender's library. */
const decrypt = (message: Buffer, { curve, auth }: Browser): string => {
  const salt = message.subarray(0, 16)
  const idLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + idLength)
  const sealed = message.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const key = hkdf(curve.computeSecret(sender), auth, info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    hkdf(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends in a 2 and any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** The claims of the sender's token (RFC 8292), whose signature holds for the key beside it. */
const signedClaims = (authorization: string) => {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  })
  const holds = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  return { holds, publicKey, header: read(header), claims: read(claims) }
}

export type Pushed = {
  readonly browser: string
  readonly notice: PushNotice
  readonly headers: IncomingMessage['headers']
  readonly vapid: ReturnType<typeof signedClaims>
}

type Respond = (browser: string, response: ServerResponse) => void

/** A push service of a test's own. `received` is what it took; `respond` may refuse instead. */
export const startPushService = async () => {
  const received: Pushed[] = []
  const browsers = new Map<string, Browser>()
  const service: { respond: Respond } = { respond: (_, response) => void response.writeHead(201).end() }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const name = (request.url ?? '').slice(1)
    const message = await buffer(request)
    const browser = browsers.get(name)
    if (browser === undefined) return response.writeHead(404).end()
    service.respond(name, response)
    if (!response.writableEnded || response.statusCode >= 300) return undefined
    const notice = PushNotice.parse(JSON.parse(decrypt(message, browser)))
    received.push({ browser: name, notice, headers: request.headers, vapid: signedClaims(request.headers.authorization ?? '') })
    return undefined
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    received,
    /** What PUSH_HOSTS must name. */
    host,
    /** A new browser at this service: what it gives for itself. */
    browser: (name: string) => {
      const made = makeBrowser()
      browsers.set(name, made)
      return bodyOf(`http://${host}/${name}`, made)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
