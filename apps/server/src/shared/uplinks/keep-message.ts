import { type Mapping, mostMessageBytes, mostUnknownDevEuis, type ReadingKind } from '@mimamori/contract'
import type { Pool } from 'pg'
import type { Context } from '../../platform/context.ts'
import type { Sender } from '../../platform/http/route.ts'
import { withoutHidden } from './hidden-values.ts'
import { type Named, withBestReceptions } from './network-message.ts'
import type { UplinkRefusal } from './uplink-reading.ts'

// People look at the last message while they set a connection up: ten seconds are fresh enough, and bound the writing.
const keepEveryMs = 10_000
const mostRemembered = 10_000
const keptAt = new WeakMap<Pool, Map<string, number>>()

const keepStatement = `
  insert into connection_message as m (company_id, connection_id, dev_eui, name, heard_at, message, refusal, refused_field)
  select $1, $2, $3, $4, $5, $6::jsonb, $7, $8
   where exists (select from connection n where n.company_id = $1 and n.connection_id = $2)
  on conflict (company_id, connection_id, dev_eui) do update
    set name = excluded.name, heard_at = excluded.heard_at, message = excluded.message,
        refusal = excluded.refusal, refused_field = excluded.refused_field
  where m.heard_at <= excluded.heard_at`

// A sender may make DevEUIs up: of those without a device the ones heard longest ago make room.
const makeRoomStatement = `
  delete from connection_message m
   using (select k.dev_eui, row_number() over (order by k.heard_at desc, k.dev_eui) as place
            from connection_message k
           where k.company_id = $1 and k.connection_id = $2
             and not exists (select from connection_device d
                              where d.company_id = $1 and d.connection_id = $2 and d.dev_eui = k.dev_eui)) old
   where m.company_id = $1 and m.connection_id = $2 and m.dev_eui = old.dev_eui and old.place > $3::int`

/** Whether it is time to keep what became of a DevEUI's message: a new refusal, or the end of one, is kept at once. */
const isDue = (pool: Pool, { keyId }: Sender, { devEui, refusal }: HeardUplink): boolean => {
  const kept = keptAt.get(pool) ?? new Map<string, number>()
  keptAt.set(pool, kept)
  const key = `${keyId} ${devEui} ${refusal?.reason ?? ''}`
  const now = performance.now()
  if (now - (kept.get(key) ?? Number.NEGATIVE_INFINITY) < keepEveryMs) return false
  // Anybody with the secret can invent DevEUIs, so the memory is emptied before it grows too large.
  if (kept.size >= mostRemembered) kept.clear()
  kept.set(key, now)
  return true
}

/** A message, by what it was read, and why it was not taken; null where it was. */
export type HeardUplink = Named & {
  readonly mapping: Mapping
  readonly kind: ReadingKind | null
  readonly refusal: UplinkRefusal | null
}

/** A message as JSON without vital values and places; null where it is too large even without the weaker of many receptions. */
const storedText = ({ message, ...readBy }: HeardUplink): string | null => {
  for (const part of [message, withBestReceptions(message)]) {
    const text = JSON.stringify(withoutHidden(part, readBy))
    if (Buffer.byteLength(text) <= mostMessageBytes) return text
  }
  return null
}

/**
 * Keeps a DevEUI's last message for the form, at most one in ten seconds from this process, without vital values and places, and why it was
 * refused. One that is too large leaves only its time and name. A failure is logged: the reading is stored by then, and must not be sent again.
 */
export const keepMessage = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  sender: Sender,
  heard: HeardUplink,
  now: Date,
): Promise<void> => {
  if (!isDue(pool, sender, heard)) return
  const { companyId, keyId } = sender
  const { devEui, name, kind, refusal } = heard
  try {
    const values = [companyId, keyId, devEui, name, now, storedText(heard), refusal?.reason ?? null, refusal?.field ?? null]
    await pool.query(keepStatement, values)
    if (kind === null) await pool.query(makeRoomStatement, [companyId, keyId, mostUnknownDevEuis])
  } catch (error) {
    log.warn({ err: error, connectionId: keyId }, 'the last message of a connection could not be kept')
  }
}
