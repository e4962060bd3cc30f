/** What a topic of the product is for, and whose it is: `mimamori/v1/<key id>/<use>`. */
export type Address = { readonly keyId: string; readonly use: 'readings' | 'downlink-ack' }

/** The application of ChirpStack to whose topic a measurement came: `application/<id>/device/<DevEUI>/event/up`. */
export type UplinkAddress = { readonly applicationId: string; readonly use: 'uplink' }

const beforeApplication = 'application/'

/** What names the topics of an application among the ids of keys, which have no slash. */
export const nameOfApplication = (applicationId: string): string => `${beforeApplication}${applicationId}`

export const isNameOfApplication = (name: string): boolean => name.startsWith(beforeApplication)

/** The application in a topic of ChirpStack's measurements; undefined for any other topic. */
export const uplinkAddressOf = (topic: string): UplinkAddress | undefined => {
  const [, applicationId] = /^application\/([^/]+)\/device\/[^/]+\/event\/up$/.exec(topic) ?? []
  return applicationId === undefined ? undefined : { applicationId, use: 'uplink' }
}

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
