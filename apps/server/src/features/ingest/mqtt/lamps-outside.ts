import { randomUUID } from 'node:crypto'
import { connect } from 'mqtt'
import type { Context } from '../../../platform/context.ts'
import { reachableCompanies } from '../../../shared/cluster-health/reachable-companies.ts'
import { publishSignals, type SignalKey, type Signals } from '../../../shared/lamp-signal/publish-signals.ts'
import { serverTopic, signalTopic } from '../../../shared/lamp-signal/topics.ts'
import { leaveSession } from './session-client.ts'

// A broker whose access list is from before there were lamps may end the connection each time.
const retryMs = 5_000

/** The keys that lamps may have: neither of trials, nor revoked or at their end, nor of archived sites. */
const liveKeys = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>): Promise<SignalKey[]> => {
  const { rows } = await pool.query<SignalKey>({
    name: 'signal-keys',
    text: `
      select k.key_id as "keyId", k.company_id as "companyId", k.office_id as "officeId"
        from ingest_key k join office o on o.company_id = k.company_id and o.office_id = k.office_id and o.archived_at is null
       where not k.is_trial and k.revoked_at is null and (k.ends_at is null or k.ends_at > $1) and ($2::int[] is null or k.company_id = any($2))`,
    values: [clock(), await reachableCompanies(pool)],
  })
  return rows
}

const stateText = (isOnline: boolean): string => JSON.stringify({ online: isOnline })

/**
 * Publishes the signals of all sites at a broker outside, on a connection of their own: a broker that refuses these topics must not end the
 * one that reports and commands use. Its last will says that nobody publishes any more. One process at a time does this.
 */
export const publishSignalsOutside = (context: Context, url: string): Signals => {
  const { log } = context
  const client = connect(url, {
    // Client names that begin so are the server's own, which an access list may depend on.
    clientId: `mimamori-signal-${randomUUID()}`,
    clean: true,
    protocolVersion: 4,
    reconnectPeriod: retryMs,
    connectTimeout: 5_000,
    keepalive: 20,
    reconnectOnConnackError: true,
    will: { topic: serverTopic, payload: Buffer.from(stateText(false)), qos: 1, retain: true },
  })
  client.on('error', (error) => log.debug({ reason: error.message }, 'the MQTT broker does not take signals'))
  const publish = (topic: string, text: string): void => {
    // The client would keep them all for a broker that is away; once it is back, all are published anyway.
    if (client.connected) client.publish(topic, text, { qos: 1, retain: true })
  }
  const sayState = (isOnline: boolean) => publish(serverTopic, stateText(isOnline))
  const signals = publishSignals(context, {
    keys: () => liveKeys(context),
    publish: (keyId, signal) => publish(signalTopic(keyId), JSON.stringify(signal)),
    sayState: ({ online }) => sayState(online),
  })
  client.on('connect', () => {
    client.subscribe(serverTopic, { qos: 0 })
    sayState(true)
    signals.publishAll()
  })
  // The last will of the process before, or what it says as it leaves late, may come after the first signals of this one.
  client.on('message', (topic, payload) => {
    if (topic === serverTopic && payload.toString() === stateText(false)) signals.publishAll()
  })
  return {
    ...signals,
    stop: async () => {
      client.removeAllListeners('message')
      await signals.stop()
      await leaveSession(client)
    },
  }
}
