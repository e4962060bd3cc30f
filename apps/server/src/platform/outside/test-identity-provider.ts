import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type JWK } from 'oidc-provider'

/** How the product is known to the provider of the tests. */
export const testClient = { clientId: 'mimamori', clientSecret: 'a secret between the two of them' } as const

/** What the provider says of somebody, by the name they sign in there with. */
export type People = Readonly<Record<string, Readonly<Record<string, string | boolean>>>>

/** A provider of OpenID Connect on this machine, as customers have one. */
export type TestProvider = {
  readonly issuer: string
  /** `127.0.0.1:port`, for SSO_HOSTS. */
  readonly host: string
  readonly close: () => Promise<void>
}

// Its own page: the library's loads fonts from the world outside.
const page = `<!doctype html><html lang="ja"><meta charset="utf-8"><title>会社の認証</title>
<form method="post"><h1>会社の認証</h1><label>社員番号 <input name="login"></label>
<button>認証する</button> <button name="cancel" value="1">やめる</button></form></html>`

/** Shows the page, and takes what was entered there. */
const serveLogin = async (provider: Provider, request: IncomingMessage, answer: ServerResponse): Promise<void> => {
  if (request.method !== 'POST') return void answer.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  const given = new URLSearchParams(await text(request))
  const result = given.has('cancel') ? { error: 'access_denied' } : { login: { accountId: given.get('login') ?? '' } }
  await provider.interactionFinished(request, answer, result)
}

const seconds = { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 }

const signingKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }
}

/**
 * Starts one; anyone who signs in gives a name of `people` and any password.
 * @param redirectUris where it may lead back to
 */
export const startTestProvider = async (redirectUris: readonly string[], people: People): Promise<TestProvider> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: testClient.clientId, client_secret: testClient.clientSecret, redirect_uris: [...redirectUris] }],
    jwks: { keys: [await signingKey()] },
    cookies: { keys: ['a key of the tests'] },
    ttl: seconds,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    findAccount: (_, accountId) => {
      const claims = people[accountId]
      return claims === undefined ? undefined : { accountId, claims: () => ({ sub: accountId, ...claims }) }
    },
    // Nobody is asked whether the product may know them: the operator decided that.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    void (request.url?.startsWith('/login/') === true ? serveLogin(provider, request, response) : answer(request, response))
  })
  return {
    issuer,
    host,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
