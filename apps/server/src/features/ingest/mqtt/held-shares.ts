import { Gauge } from 'prom-client'

/** Apart from what sets it, so that `/metrics` has it, with 0, also where no broker is outside. */
export const heldShares = new Gauge({ name: 'mimamori_mqtt_shares', help: 'Shares of the keys at the MQTT broker that this process reads' })
