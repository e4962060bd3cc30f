import type { ConnectionType, IngestAnswer } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Sender } from '../../platform/http/route.ts'
import { keepMessage } from '../../shared/uplinks/keep-message.ts'
import { readNetworkMessage } from '../../shared/uplinks/network-message.ts'
import { readUplink } from '../../shared/uplinks/uplink-reading.ts'
import { findUplinkTarget } from '../../shared/uplinks/uplink-target.ts'
import type { Receive } from './receive.ts'
import { countsOf } from './status/received-counts.ts'

const nothing: IngestAnswer = { accepted: 0, duplicates: 0, rejected: [], warnings: [] }
const refused = (reason: string): IngestAnswer => ({ ...nothing, rejected: [{ index: 0, reason }] })

const serverNames: Record<ConnectionType, string> = { chirpstack: 'ChirpStack', tts: 'The Things Stack' }

/** A message of a network server on its way in. */
export type SentUplink = {
  readonly type: ConnectionType
  readonly message: unknown
  /** ChirpStack's kind of event; a measurement where it is not said. */
  readonly event?: string | undefined
  /** The sender is slowed down where it has too much waiting; else refused with QueueFull. */
  readonly waits?: boolean
}

/**
 * Takes one message of a network server as a reading, and answers once that is durable. What is no measurement is left alone.
 * @throws Refusal 400 where the connection is one with another network server
 */
export const receiveUplink = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  receive: Receive,
  sender: Sender,
  { type, message, event, waits = false }: SentUplink,
): Promise<IngestAnswer> => {
  const read = readNetworkMessage(type, message, event)
  const target = await findUplinkTarget(pool, sender, 'devEui' in read ? read.devEui : null)
  if (target === undefined) return nothing
  if (target.type !== type)
    throw badRequest(`送り先：この連携は${serverNames[target.type]}のものです。${serverNames[type]}の送り先には送れません。`)
  if ('left' in read) return nothing
  const now = clock()
  const refuse = (why: string): IngestAnswer => {
    countsOf(pool).refuseMessage(sender, waits ? 'mqtt' : 'http', now.getTime(), why)
    return refused(why)
  }
  if ('reason' in read) return refuse(read.reason)
  const { reading, reason } = readUplink(read, target.device, target.mapping, now.toISOString())
  const answer = reason === null ? await receive(sender, [reading], waits) : refuse(reason)
  await keepMessage(pool, sender, read, target.mapping, now)
  return answer
}
