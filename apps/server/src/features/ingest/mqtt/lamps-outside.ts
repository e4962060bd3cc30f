import { randomUUID } from 'node:crypto'
import { dayMs } from '@mimamori/contract/day'
import { connect } from 'mqtt'
import type { Context } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { reasonOf } from '../../../platform/errors.ts'
import { reachableCompanies } from '../../../shared/cluster-health/reachable-companies.ts'
import { publishSignals, type SignalKey, type Signals, type SignalScope } from '../../../shared/lamp-signal/publish-signals.ts'
import { serverTopic, signalTopic } from '../../../shared/lamp-signal/topics.ts'
import { leaveSession } from './session-client.ts'

// A broker whose access list is from before there were lamps may end the connection each time.
const retryMs = 5_000

/** The keys that lamps may have: neither of trials, nor revoked or at their end, nor of archived sites. */
const liveKeys = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, { companyIds, officeIds }: SignalScope): Promise<SignalKey[]> => {
  const { rows } = await pool.query<SignalKey>({
    name: 'signal-keys',
    text: `
      select k.key_id as "keyId", k.company_id as "companyId", k.office_id as "officeId"
        from ingest_key k join office o on o.company_id = k.company_id and o.office_id = k.office_id and o.archived_at is null
       where not k.is_trial and k.revoked_at is null and (k.ends_at is null or k.ends_at > $1) and ($2::int[] is null or k.company_id = any($2))
         and ($3::int[] is null or k.office_id = any($3))`,
    values: [clock(), companyIds, officeIds],
  })
  return rows
}

// So long after the end of a key its signal is removed each time that the broker is reached: nobody may have been there at its end.
const clearedDays = 31

/** The keys that have come to their end of late: revoked, past their last day, or of a site that was archived. */
const endedKeyIds = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>): Promise<string[]> => {
  const now = clock()
  const { rows } = await pool.query<TableRow<'ingest_key', 'key_id'>>({
    name: 'signal-keys-ended',
    text: `
      select k.key_id from ingest_key k join office o on o.company_id = k.company_id and o.office_id = k.office_id
       where not k.is_trial and least(k.revoked_at, k.ends_at, o.archived_at) between $1 and $2 and ($3::int[] is null or k.company_id = any($3))`,
    values: [new Date(now.getTime() - clearedDays * dayMs), now, await reachableCompanies(pool)],
  })
  return rows.map(({ key_id: keyId }) => keyId)
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
  // A message without content is how MQTT removes a retained one.
  const clear = (keyId: string) => publish(signalTopic(keyId), '')
  const clearEnded = async (): Promise<void> => {
    for (const keyId of await endedKeyIds(context)) clear(keyId)
  }
  const sayState = (isOnline: boolean) => publish(serverTopic, stateText(isOnline))
  const signals = publishSignals(context, {
    keys: (scope) => liveKeys(context, scope),
    publish: (keyId, signal) => publish(signalTopic(keyId), JSON.stringify(signal)),
    clear,
    sayState: ({ online }) => sayState(online),
  })
  client.on('connect', () => {
    client.subscribe(serverTopic, { qos: 0 })
    sayState(true)
    signals.publishAll()
    clearEnded().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the signals of ended keys could not be removed'))
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
