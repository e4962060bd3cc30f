import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import type { Config } from '../../../platform/config/config.ts'
import { guardedFetch } from '../../../platform/outside/guarded-fetch.ts'

/** How long a provider may take over one answer. */
const patienceSeconds = 10

/** What is needed to talk to a provider as its client. */
export type Client = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }

const fetchWithin =
  (hosts: readonly string[]): CustomFetch =>
  (url, { method, headers, body, signal }) =>
    guardedFetch(hosts, url, { method, headers, body: body instanceof URLSearchParams ? body.toString() : undefined, signal })

// Plain HTTP is for providers that the operator named; `guardedFetch` keeps all others to HTTPS.
// oxlint-disable-next-line typescript/no-deprecated -- the library marks it so that it stands out
const plainHttp: (talk: Configuration) => void = allowInsecureRequests

/** How the provider wants the secret; its default, where it says nothing, is OpenID Connect's. */
const secretOf = ({ token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] }: ServerMetadata, secret: string) =>
  ways.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)

/**
 * Reads what a provider says of itself, and makes ready to talk to it.
 * @throws ForbiddenAddressError, or the library's error with a `code`, where it is none or cannot be reached
 */
export const talkTo = async (
  { ssoHosts }: Pick<Config, 'ssoHosts'>,
  { issuer, clientId, clientSecret }: Client,
): Promise<Configuration> => {
  const send = fetchWithin(ssoHosts)
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    [customFetch]: send,
    execute: [plainHttp],
    timeout: patienceSeconds,
  })
  const metadata = found.serverMetadata()
  // A provider of many tenants answers with a pattern instead: anybody's tenant would do.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new Error('the provider calls itself otherwise')
  const talk = new Configuration(metadata, clientId, undefined, secretOf(metadata, clientSecret))
  talk[customFetch] = send
  talk.timeout = patienceSeconds
  plainHttp(talk)
  // The ID token's signature is checked too, not only the way it came.
  enableNonRepudiationChecks(talk)
  return talk
}
