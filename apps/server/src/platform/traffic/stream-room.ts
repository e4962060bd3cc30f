import type { ServerResponse } from 'node:http'
import { Gauge } from 'prom-client'
import { admission } from './admission-policy.ts'
import { networkOf } from './network-of.ts'
import type { IsProxy } from './proxies.ts'

const { most: mostStreams, refuse } = admission.streams

const open = new Gauge({
  name: 'mimamori_live_streams',
  help: 'Live streams open in this process: of people who are signed in, and of wallboards by link',
  labelNames: ['kind'] as const,
})
for (const kind of ['person', 'link'] as const) open.set({ kind }, 0)

export type StreamRoom = {
  /**
   * Takes a place for a stream until its response closes.
   * @param holder whose stream it is, as a name that nobody else's has
   * @throws Refusal 429 where this holder or this address holds too many already
   */
  readonly enter: (holder: { readonly kind: 'person' | 'link'; readonly name: string }, address: string, response: ServerResponse) => void
}

/**
 * The places for live streams of one process, whatever they carry. A proxy's own address holds any number: everybody may
 * be behind it.
 */
export const createStreamRoom = (isProxy: IsProxy = () => false): StreamRoom => {
  const held = new Map<string, number>()
  const count = (key: string, by: 1 | -1) => {
    const becomes = (held.get(key) ?? 0) + by
    if (becomes === 0) held.delete(key)
    else held.set(key, becomes)
  }
  return {
    enter: ({ kind, name }, address, response) => {
      // Gone while it was being let in: its end was reported already, so it would never give the place back.
      if (response.destroyed) return
      const places: [key: string, most: number][] = [[`${kind} ${name}`, mostStreams[kind]]]
      if (!isProxy(address)) places.push([`address ${networkOf(address)}`, mostStreams.address])
      if (places.some(([key, most]) => (held.get(key) ?? 0) >= most)) throw refuse()
      for (const [key] of places) count(key, 1)
      open.inc({ kind })
      response.once('close', () => {
        for (const [key] of places) count(key, -1)
        open.dec({ kind })
      })
    },
  }
}
