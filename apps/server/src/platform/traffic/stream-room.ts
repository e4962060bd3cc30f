import type { ServerResponse } from 'node:http'
import { tooManyRequests } from '../errors.ts'
import { networkOf } from './network-of.ts'
import type { IsProxy } from './proxies.ts'

/**
 * How many streams may be open at once at one process: all tabs and tablets of a person, all screens of a link, everybody
 * behind the address of a place of work. Beyond that somebody opens them for another reason than looking at them.
 */
export const mostStreams = { person: 50, link: 20, address: 500 } as const
const comeAgainSeconds = 60

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
      if (places.some(([key, most]) => (held.get(key) ?? 0) >= most)) throw tooManyRequests(comeAgainSeconds)
      for (const [key] of places) count(key, 1)
      response.once('close', () => {
        for (const [key] of places) count(key, -1)
      })
    },
  }
}
