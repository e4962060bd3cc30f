import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { Context } from '../../platform/context.ts'
import { formatCookie, isSecure, readCookie } from '../../platform/http/cookies.ts'
import { sealedBy } from '../../platform/secrets/sealed.ts'

const knownSeconds = 90 * 24 * 3_600

// A console in a site's office has a handful of people; the cookie goes with every call, so it stays short.
const mostAccounts = 8

const Content = z.object({
  id: z.uuid(),
  /** Company, person, and until when in seconds; the latest first. */
  accounts: z.array(z.tuple([z.int(), z.int(), z.int()])),
})

const owner = 'browser'

/** The browser of a request, known by the cookie that an earlier sign-in left in it. */
export type KnownBrowser = {
  /** Names the browser where the person signed in from it within 90 days; undefined where they did not. */
  readonly idFor: (person: PersonKey) => string | undefined
  /** The company of who signed in from it last within 90 days; undefined where nobody did. */
  readonly companyId: number | undefined
  /** Leaves the cookie in the browser: the person has signed in from it, second factor included. */
  readonly remember: (person: PersonKey) => void
}

/** A client that nobody signed in from and that keeps no cookie. */
export const unknownBrowser: KnownBrowser = { idFor: () => undefined, companyId: undefined, remember: () => undefined }

/**
 * Reads which people signed in from the browser of a request. The cookie is sealed with the product's own secret and holds
 * numbers only. It opens nothing: it only prevents others' guesses from locking this browser out (decision 75).
 */
export const knownBrowser = (
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): KnownBrowser => {
  const sealed = sealedBy(config.jwtSecrets, 'known browser')
  const cookie = { name: 'mimamori-browser', isSecure: isSecure(config, request) }
  const nowSeconds = Math.floor(clock().getTime() / 1_000)
  const value = readCookie(request.headers.cookie, cookie)
  const text = value === undefined ? undefined : sealed.open(Buffer.from(value, 'base64url'), owner)
  const read = text === undefined ? undefined : Content.parse(JSON.parse(text))
  const accounts = (read?.accounts ?? []).filter(([, , until]) => until > nowSeconds)
  const isOf = (person: PersonKey) => (account: readonly [number, number, number]) =>
    account[0] === person.companyId && account[1] === person.userId
  return {
    idFor: (person) => (accounts.some(isOf(person)) ? read?.id : undefined),
    companyId: accounts[0]?.[0],
    remember: (person) => {
      const others = accounts.filter((account) => !isOf(person)(account))
      const content: z.infer<typeof Content> = {
        id: read?.id ?? randomUUID(),
        accounts: [[person.companyId, person.userId, nowSeconds + knownSeconds], ...others].slice(0, mostAccounts) as [
          number,
          number,
          number,
        ][],
      }
      const next = sealed.seal(JSON.stringify(content), owner).toString('base64url')
      reply.header('set-cookie', formatCookie({ ...cookie, value: next, seconds: knownSeconds, sameSite: 'Strict' }))
    },
  }
}
