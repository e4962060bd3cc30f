import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const encoded = z
  .string()
  .regex(/^[\w-]*$/)
  .max(20_000)
const named = { id: encoded.min(1).max(2_000), rawId: encoded, type: z.literal('public-key') }

const Registration = z.object({
  ...named,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

const Assertion = z.object({
  ...named,
  response: z.object({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
})

// Nothing was asked of extensions.
const clientExtensionResults = {}

/** What a browser says of a new passkey; undefined where it is something else. */
export const readRegistration = (answer: unknown): RegistrationResponseJSON | undefined => {
  const { data } = Registration.safeParse(answer)
  if (data === undefined) return undefined
  const { transports, ...response } = data.response
  return { ...data, clientExtensionResults, response: { ...response, ...(transports !== undefined && { transports }) } }
}

/** What a browser says a passkey signed; undefined where it is something else. */
export const readAssertion = (answer: unknown): AuthenticationResponseJSON | undefined => {
  const { data } = Assertion.safeParse(answer)
  return data && { ...data, clientExtensionResults }
}

const ClientData = z.object({ origin: z.string() })

/** Which address the browser says it was at. */
export const originOf = ({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): string => {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
  return ClientData.parse(JSON.parse(text)).origin
}
