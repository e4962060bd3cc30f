/** The way in over MQTT. */
export type Mqtt = {
  /** The embedded broker's; null where the broker is outside. */
  readonly port: number | null
  readonly isConnected: () => boolean
  /** Connections at the embedded broker; null where the broker is outside. */
  readonly sessions: () => number | null
  /** Whether the embedded broker closed or refused connections for want of room within the last minute. */
  readonly hasRefusedLately: () => boolean
  readonly stop: () => Promise<void>
}
