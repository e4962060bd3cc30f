import type { IncomingMessage, ServerResponse } from 'node:http'
import { admission } from './admission-policy.ts'
import { waitsForCaller } from './connections.ts'

type Person = { readonly companyId: number; readonly userId: number }

/** Who calls, as far as it matters here: a key, a link's or a person's wallboard, or a person; nobody where the call is public, or made by the link of a poster. */
type Caller = {
  readonly sender?: { readonly keyId: string }
  readonly reader?: Person & { readonly linkId: string | null }
  readonly actor?: Person
  readonly link?: object
}

const { most: mostCalls, refuse } = admission.callsUnderWay

type Holder = { readonly kind: keyof typeof mostCalls; readonly name: string }
type Call = { readonly request: IncomingMessage; readonly response: ServerResponse }

const holderOf = (caller: Caller): Holder | undefined => {
  const { sender, reader, actor } = caller
  if (sender !== undefined) return { kind: 'key', name: sender.keyId }
  if (reader !== undefined && reader.linkId !== null) return { kind: 'link', name: reader.linkId }
  const person = reader ?? actor
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
      // Gone while it was being let in: its end was reported already.
      if (holder === undefined || response.destroyed) return
      const key = `${holder.kind} ${holder.name}`
      const calls = underWay.get(key) ?? new Set()
      const most = mostCalls[holder.kind]
      if (calls.size >= most && [...calls].filter(waitsForCaller).length >= most) throw refuse[holder.kind]()
      const call = { request, response }
      underWay.set(key, calls.add(call))
      response.once('close', () => {
        calls.delete(call)
        if (calls.size === 0) underWay.delete(key)
      })
    },
  }
}
