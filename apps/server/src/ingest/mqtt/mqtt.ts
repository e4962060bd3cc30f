/** The way in over MQTT: `port` is the embedded broker's, null where the broker is outside. */
export type Mqtt = { readonly port: number | null; readonly isConnected: () => boolean; readonly stop: () => Promise<void> }
