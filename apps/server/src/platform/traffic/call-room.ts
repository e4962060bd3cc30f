import type { IncomingMessage, ServerResponse } from 'node:http'
import { waitsForCaller } from './connections.ts'
import { ComeAgain, tooManyRequests } from '../errors.ts'
import type { Caller } from '../http/route.ts'

/**
 * How many calls of one holder may be on their way in, or their answers on the way out, at once. Many tablets may
 * share an account, with a live stream each, and hundreds of senders a key that all send again after an outage.
 */
export const mostCalls = { person: 100, link: 100, key: 400 } as const
const comeAgainSeconds = 5

type Holder = { readonly kind: keyof typeof mostCalls; readonly name: string }
type Call = { readonly request: IncomingMessage; readonly response: ServerResponse }

const holderOf = (caller: Caller): Holder | undefined => {
  if ('sender' in caller) return { kind: 'key', name: caller.sender.keyId }
  if ('reader' in caller && caller.reader.linkId !== null) return { kind: 'link', name: caller.reader.linkId }
  const person = 'reader' in caller ? caller.reader : 'actor' in caller ? caller.actor : undefined
  return person === undefined ? undefined : { kind: 'person', name: `${person.companyId}/${person.userId}` }
}

/**
 * Bounds how many connections one person, link or key keeps busy by sending slowly or taking slowly. Calls that wait for
 * the product itself do not count.
 */
export const callRoom = () => {
  const underWay = new Map<string, Set<Call>>()
  return {
    /** @throws Refusal 503 for a key, 429 for others, with Retry-After, where the holder keeps too many calls under way */
    enter: ({ raw: request }: { raw: IncomingMessage }, { raw: response }: { raw: ServerResponse }, caller: Caller): void => {
      const holder = holderOf(caller)
      // Gone while it was being let in: its end was told already.
      if (holder === undefined || response.destroyed) return
      const key = `${holder.kind} ${holder.name}`
      const calls = underWay.get(key) ?? new Set()
      const most = mostCalls[holder.kind]
      if (calls.size >= most && [...calls].filter(waitsForCaller).length >= most) {
        throw holder.kind === 'key' ? new ComeAgain() : tooManyRequests(comeAgainSeconds)
      }
      const call = { request, response }
      underWay.set(key, calls.add(call))
      response.once('close', () => {
        calls.delete(call)
        if (calls.size === 0) underWay.delete(key)
      })
    },
  }
}
