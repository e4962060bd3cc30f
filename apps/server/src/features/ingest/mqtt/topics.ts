/** What a topic of the product is for, and whose it is: `mimamori/v1/<key id>/<use>`. */
export type Address = { readonly keyId: string; readonly use: 'readings' | 'downlink-ack' }

/** The address in a sender's topic; undefined for a topic that devices do not publish to. */
export const addressOf = (topic: string): Address | undefined => {
  const [, keyId, use] = /^mimamori\/v1\/([^/]+)\/(readings|downlink-ack)$/.exec(topic) ?? []
  if (keyId === undefined) return undefined
  return { keyId, use: use === 'readings' ? use : 'downlink-ack' }
}

export const readingsTopic = (keyId: string): string => `mimamori/v1/${keyId}/readings`

export const rejectedTopic = (keyId: string): string => `mimamori/v1/${keyId}/rejected`

/** The topic on which devices answer commands. */
export const answersTopic = (keyId: string): string => `mimamori/v1/${keyId}/downlink-ack`
