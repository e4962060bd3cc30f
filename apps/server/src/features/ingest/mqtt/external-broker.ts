import { connect } from 'mqtt'
import { type Dispatch, startDispatch } from '../../../shared/downlink/dispatch.ts'
import type { Context } from '../../../platform/context.ts'
import type { Signals } from '../../../shared/lamp-signal/publish-signals.ts'
import { holdShares } from './hold-shares.ts'
import { publishSignalsOutside } from './lamps-outside.ts'
import type { Mqtt } from './mqtt.ts'
import type { Receive } from '../receive.ts'
import { messagesTaker } from './take-messages.ts'

const retryMs = 1_000

/**
 * Listens to a broker outside. The ingest keys are shared out over durable sessions there, one alone unless MQTT_SHARES
 * says more; a session is held by one process at a time, so that the readings of a device are judged in the order in
 * which they were sent. What a process leaves is taken over by the others within about a second, with all that was in
 * flight. A message is acknowledged after the commit.
 */
export const connectExternalBroker = (context: Context, receive: Receive, url: string): Mqtt => {
  const { log } = context
  // In every process: shows whether the broker is reachable, and publishes to senders.
  const answer = connect(url, {
    clean: true,
    protocolVersion: 4,
    reconnectPeriod: retryMs,
    connectTimeout: 5_000,
    reconnectOnConnackError: true,
  })
  answer.on('error', (error) => log.debug({ reason: error.message }, 'the MQTT broker does not answer'))

  // The process with the first share also sends commands to devices, and signals to lamps. They may have been away with the broker or the process before.
  let dispatch: Dispatch | undefined
  let signals: Signals | undefined
  const again = () => dispatch?.arrived('anybody')
  answer.on('connect', again)
  const publisher = {
    subscribers: () => (answer.connected ? ('anybody' as const) : undefined),
    publish: (topic: string, payload: string) => answer.publish(topic, payload, { qos: 1 }),
  }
  const onFirstShare = async (isHeld: boolean): Promise<void> => {
    await dispatch?.stop()
    await signals?.stop()
    dispatch = isHeld ? startDispatch(context, publisher) : undefined
    signals = isHeld ? publishSignalsOutside(context, url) : undefined
    again()
  }

  const shares = holdShares({
    context,
    url,
    takeOfConnection: messagesTaker(context, receive, answer),
    isBrokerThere: () => answer.connected,
    onFirstShare,
    onKeys: () => signals?.publishAll(),
  })
  return {
    port: null,
    isConnected: () => answer.connected && shares.isConnected(),
    sessions: () => null,
    hasRefusedLately: () => false,
    stop: async () => {
      await shares.stop()
      await answer.endAsync(true)
    },
  }
}
