/** The topic for commands to a device of the key's office. */
export const downlinkTopic = (keyId: string, device: string): string => `mimamori/v1/${keyId}/downlink/${device}`

/** The devices whose commands a subscription asks for: one serial, or `+` for all of the key's office; undefined for other topics. */
export const devicesOfSubscription = (keyId: string, topic: string): string | undefined => {
  const start = downlinkTopic(keyId, '')
  const device = topic.startsWith(start) ? topic.slice(start.length) : ''
  return device === '+' || (device !== '' && !/[/+#]/.test(device)) ? device : undefined
}
