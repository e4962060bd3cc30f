import { type Mapping, mostMessageBytes, mostUnknownDevEuis } from '@mimamori/contract'
import type { Pool } from 'pg'
import type { Sender } from '../../platform/http/route.ts'
import { withoutHidden } from './hidden-values.ts'
import type { Uplink } from './network-message.ts'

// People look at the last message while they set a connection up: ten seconds are fresh enough, and bound the writing.
const keepEveryMs = 10_000
const mostRemembered = 10_000
const keptAt = new WeakMap<Pool, Map<string, number>>()

// Of DevEUIs without a device only so many, and a few more where messages come side by side: a sender may make them up.
const keepStatement = `
  insert into connection_message as m (company_id, connection_id, dev_eui, name, heard_at, message)
  select $1, $2, $3, $4, $5, $6::jsonb
   where exists (select from connection n where n.company_id = $1 and n.connection_id = $2)
     and (exists (select from connection_device d where d.company_id = $1 and d.connection_id = $2 and d.dev_eui = $3)
          or exists (select from connection_message k where k.company_id = $1 and k.connection_id = $2 and k.dev_eui = $3)
          or (select count(*) from connection_message k
               where k.company_id = $1 and k.connection_id = $2
                 and not exists (select from connection_device d
                                  where d.company_id = $1 and d.connection_id = $2 and d.dev_eui = k.dev_eui)) < $7::int)
  on conflict (company_id, connection_id, dev_eui) do update
    set name = excluded.name, heard_at = excluded.heard_at, message = excluded.message
  where m.heard_at <= excluded.heard_at`

const isDue = (pool: Pool, { keyId }: Sender, devEui: string): boolean => {
  const kept = keptAt.get(pool) ?? new Map<string, number>()
  keptAt.set(pool, kept)
  const key = `${keyId} ${devEui}`
  const now = performance.now()
  if (now - (kept.get(key) ?? Number.NEGATIVE_INFINITY) < keepEveryMs) return false
  // Anybody with the secret can invent DevEUIs, so the memory is emptied before it grows too large.
  if (kept.size >= mostRemembered) kept.clear()
  kept.set(key, now)
  return true
}

/**
 * Keeps a DevEUI's last message for the form, at most one in ten seconds from this process, without vital values and places. One that is
 * too large leaves only its time and name.
 */
export const keepMessage = async (pool: Pool, sender: Sender, uplink: Uplink, mapping: Mapping, now: Date): Promise<void> => {
  const { devEui, name, message } = uplink
  if (!isDue(pool, sender, devEui)) return
  const text = JSON.stringify(withoutHidden(message, mapping))
  const kept = Buffer.byteLength(text) > mostMessageBytes ? null : text
  await pool.query(keepStatement, [sender.companyId, sender.keyId, devEui, name, now, kept, mostUnknownDevEuis])
}
