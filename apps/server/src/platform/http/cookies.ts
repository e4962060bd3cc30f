import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** This server as browsers know it, without a path. */
export const originOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`

/** Whether browsers reach this server by HTTPS. */
export const isSecure = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean =>
  originOf(config, request).startsWith('https:')

type Cookie = {
  readonly name: string
  /** Whether browsers reach this server by HTTPS. */
  readonly isSecure: boolean
}

// A browser takes the prefixed name over HTTPS only, and from no other host or path than this server's.
const nameOf = ({ name, isSecure: secure }: Cookie): string => (secure ? `__Host-${name}` : name)

/** A Set-Cookie that no script reads. An empty value with no seconds removes it. */
export const formatCookie = (
  cookie: Cookie & { readonly value: string; readonly seconds: number; readonly sameSite: 'Lax' | 'Strict' },
): string =>
  `${nameOf(cookie)}=${cookie.value}; Path=/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=${cookie.sameSite}${cookie.isSecure ? '; Secure' : ''}`

/** The value of a cookie in a Cookie header; undefined where it is not there. */
export const readCookie = (header: string | undefined, cookie: Cookie): string | undefined => {
  const start = `${nameOf(cookie)}=`
  return header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
}
