import type { ConnectionType, IngestAnswer } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Sender } from '../../platform/http/route.ts'
import { keepMessage } from '../../shared/uplinks/keep-message.ts'
import { type Named, readNetworkMessage } from '../../shared/uplinks/network-message.ts'
import { readUplink, type UplinkRefusal } from '../../shared/uplinks/uplink-reading.ts'
import { findUplinkTarget, type UplinkTarget } from '../../shared/uplinks/uplink-target.ts'
import { decode, notRegistered, tooOld } from './decode.ts'
import { measureRefusedUplink } from './measures.ts'
import type { Receive } from './receive.ts'
import { countsOf } from './status/received-counts.ts'

const nothing: IngestAnswer = { accepted: 0, duplicates: 0, rejected: [], warnings: [] }

/** Why a reading was refused, with its field, which the answer to a sender does not name. */
const refusalIn = (reading: unknown, { rejected: [rejected] }: IngestAnswer): UplinkRefusal | null => {
  if (rejected === undefined) return null
  const { reason } = rejected
  const found = [decode(reading), notRegistered, tooOld].find((one) => 'reason' in one && one.reason === reason)
  return { reason, field: found !== undefined && 'field' in found ? found.field : null }
}

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

/** A message with the connection it belongs to; `target` is undefined where that was deleted meanwhile. */
export type FoundUplink = {
  readonly read: ReturnType<typeof readNetworkMessage>
  readonly named: Named | null
  readonly target: UplinkTarget | undefined
}

/** Reads a message, and finds what it is for. */
export const findUplink = async (pool: Context['pool'], sender: Sender, { type, message, event }: SentUplink): Promise<FoundUplink> => {
  const read = readNetworkMessage(type, message, event)
  const named = 'devEui' in read ? read : 'undecoded' in read ? read.undecoded : null
  return { read, named, target: await findUplinkTarget(pool, sender, named?.devEui ?? null) }
}

/**
 * Takes one message of a network server as a reading, and answers once that is durable. What is no measurement is left alone.
 * @param found what it is for, where that was asked for in the order of the messages
 * @throws Refusal 400 where the connection is one with another network server
 */
export const receiveUplink = async (
  context: Pick<Context, 'pool' | 'clock' | 'log'>,
  receive: Receive,
  sender: Sender,
  sent: SentUplink,
  found?: FoundUplink,
): Promise<IngestAnswer> => {
  const { pool, clock } = context
  const { type, waits = false } = sent
  const { read, named, target } = found ?? (await findUplink(pool, sender, sent))
  if (target === undefined) return nothing
  if (target.type !== type)
    throw badRequest(`送り先：この連携は${serverNames[target.type]}のものです。${serverNames[type]}の送り先には送れません。`)
  if ('left' in read) return nothing
  const now = clock()
  const { device, mapping } = target
  const keep = async (refusal: UplinkRefusal | null): Promise<void> => {
    if (named !== null) await keepMessage(context, sender, { ...named, mapping, kind: device?.kind ?? null, refusal }, now)
  }
  const refuse = async (refusal: UplinkRefusal): Promise<IngestAnswer> => {
    const about = { kind: device?.kind ?? '', serial: device?.serial ?? named?.devEui ?? '', field: refusal.field ?? '' } as const
    countsOf(pool).refuseMessage(sender, waits ? 'mqtt' : 'http', now.getTime(), refusal.reason, about)
    measureRefusedUplink(sender, waits)
    await keep(refusal)
    return { ...nothing, rejected: [{ index: 0, reason: refusal.reason }] }
  }
  if ('reason' in read) return refuse({ reason: read.reason, field: null })
  const { reading, refusal } = readUplink(read, device, mapping, now.toISOString())
  if (refusal !== null) return refuse(refusal)
  const answer = await receive(sender, [reading], waits, { isUplink: true })
  await keep(refusalIn(reading, answer))
  return answer
}
