import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isNamedHost, isPublicAddress, publicLookup } from './public-address.ts'

/** What may be sent and how. */
export type GuardedRequest = {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const mostBytes = 1_000_000

/** A host that the product does not call on the word of a customer. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
}

/** True where an address that a customer gave may be called: HTTPS out on the internet, or a host that the operator named. */
export const mayCall = (hosts: readonly string[], url: URL): boolean => {
  if (url.username !== '' || url.password !== '') return false
  if (isNamedHost(hosts, url)) return url.protocol === 'https:' || url.protocol === 'http:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return url.protocol === 'https:' && (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
}

/**
 * Calls an address that a customer gave. Where its name leads is looked at as it is called; redirects are not followed,
 * and of an answer no more than a megabyte is read: the rest is left.
 * @param hosts those inside one's own network that the operator named, as `isNamedHost` reads them
 * @throws ForbiddenAddressError before anything is sent; else what the network says
 */
export const guardedFetch = (hosts: readonly string[], address: string, given: GuardedRequest): Promise<Response> =>
  new Promise((resolve, reject) => {
    const url = new URL(address)
    if (!mayCall(hosts, url)) return reject(new ForbiddenAddressError(url.host))
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    const { method, headers, body, signal } = given
    const lookup = isNamedHost(hosts, url) ? {} : { lookup: publicLookup }
    const request = send(url, { method, headers, ...lookup, ...(signal !== undefined && { signal }) }, (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      const take = () => {
        const status = answer.statusCode ?? 0
        if (status < 200 || status > 599) return reject(new Error(`an answer of status ${status}`))
        const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        )
        const hasNoBody = status === 204 || status === 205 || status === 304
        resolve(new Response(hasNoBody ? null : Buffer.concat(parts), { status, headers: fields }))
      }
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        parts.push(bytes > mostBytes ? part.subarray(0, mostBytes - bytes) : part)
        if (bytes < mostBytes) return
        // What it says is known by its status.
        take()
        answer.destroy()
      })
      answer.on('error', reject)
      answer.on('end', take)
    })
    request.on('error', reject)
    request.end(body)
  })
