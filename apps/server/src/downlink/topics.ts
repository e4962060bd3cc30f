/** Where the commands to a device of the key's office go. */
export const downlinkTopic = (keyId: string, device: string): string => `mimamori/v1/${keyId}/downlink/${device}`

/** Which devices' commands a subscription asks for: one serial, or `+` for all of the key's office; undefined where it is none of them. */
export const devicesOfSubscription = (keyId: string, topic: string): string | undefined => {
  const start = downlinkTopic(keyId, '')
  const device = topic.startsWith(start) ? topic.slice(start.length) : ''
  return device === '+' || (device !== '' && !/[/+#]/.test(device)) ? device : undefined
}
