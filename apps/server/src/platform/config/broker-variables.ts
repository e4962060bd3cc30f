import { address, wholeNumber } from './forms.ts'
import type { Variables } from './variable.ts'

/** MQTT: the embedded broker, or one outside. */
export const brokerVariables = {
  MQTT_PORT: { schema: wholeNumber(0, 65_535), default: '1883', comment: 'The port of the embedded broker; 0 switches it off.' },
  MQTT_URL: {
    schema: address('mqtt://… または mqtts://…', 'mqtt:', 'mqtts:', 'ws:', 'wss:'),
    absent: 'the embedded broker',
    example: 'mqtts://mimamori:PASSWORD@broker.example',
    comment: 'An MQTT broker of your own, such as Mosquitto. docs/operate.md has the settings that it needs.',
  },
  MQTT_SHARES: {
    schema: wholeNumber(1, 256),
    default: '1',
    comment: 'Over how many sessions at the broker outside the keys are spread, so that several processes read; the same for all of them.',
  },
  PUBLIC_MQTT_URL: {
    schema: address('mqtt://… または mqtts://…', 'mqtt:', 'mqtts:'),
    absent: "the broker's own address",
    example: 'mqtts://mqtt.example:8883',
    comment: 'Where senders reach the broker, as shown with a new key.',
  },
} satisfies Variables
