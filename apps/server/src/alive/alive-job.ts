import { findSilences, type SilenceEpisode } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { EpisodeSegment } from '../monitoring/episode-log.ts'
import { storeEpisodes } from '../monitoring/store-episodes.ts'
import { announcementsOf, liveChannel } from '../platform/announce.ts'
import type { Context } from '../platform/context.ts'
import type { Recurring } from '../platform/recurring.ts'
import { type WatchedOffice, watchedOffices } from './silence-store.ts'

const minuteMs = 60_000

const segmentOf = (office: WatchedOffice, silence: SilenceEpisode, now: number): EpisodeSegment => {
  const wearer = silence.kind === 'worker' ? office.workers.find(({ workerId }) => workerId === silence.workerId) : undefined
  const minutes = Math.floor((now - silence.lastSeenAt) / minuteMs)
  return {
    subject: {
      kind: silence.kind === 'worker' ? 'silent' : 'siteSilent',
      officeId: office.officeId,
      userId: wearer?.workerId ?? null,
      deviceId: wearer?.deviceId ?? (silence.kind === 'site' ? Number(silence.gatewayId) : null),
    },
    opened: true,
    moments: [
      {
        at: now, level: null, heartRate: null, excess: null, wbgt: null, heatDeviceId: null,
        gatewayId: wearer?.gatewayId ?? null,
        reason: {
          kind: silence.kind === 'worker' ? 'silent' : 'siteSilent',
          limit: silence.kind === 'site' ? silence.workerIds.length : 0,
          minutes,
        },
      },
    ],
    endedAt: null,
  }
}

// A silence ends when it is broken, and by nothing else: not by the end of a shift, not by being forgotten.
const endBroken = `
  update alert a set ended_at = $1, changed_in = pg_current_xact_id()
   where a.ended_at is null and (
     (a.kind = 'silent' and exists (
       select from worker_state s where s.user_id = a.user_id and s.last_at > a.started_at))
     or (a.kind = 'siteSilent' and exists (
       select from device_state d where d.device_id = a.device_id and d.last_at > a.started_at))
     or (a.kind = 'siteSilent' and (
       select count(*) filter (where s.last_at > a.started_at) * 2 > count(*) from worker_state s where s.gateway_id = a.device_id)))
  returning a.alert_id, a.office_id`

// Closed by a person while the condition goes on holding: after a quarter of an hour somebody must look again.
const reopenHolding = `
  update alert a set handling = 'open', handled_by = null, handled_at = null, outcome = null, changed_in = pg_current_xact_id()
   where a.ended_at is null and a.handling = 'closed' and a.kind <> 'emergency' and a.handled_at <= $1::timestamptz - interval '15 minutes'
  returning a.alert_id, a.office_id`

const noteEvents = `insert into alert_event (alert_id, at, event) select unnest($1::int[]), $2, $3`

const change = async (client: PoolClient, statement: string, event: string, now: Date): Promise<Map<number, number[]>> => {
  const { rows } = await client.query<{ alert_id: number; office_id: number }>(statement, [now])
  if (rows.length > 0) await client.query(noteEvents, [rows.map((row) => row.alert_id), now, event])
  return new Map([...Map.groupBy(rows, (row) => row.office_id)].map(([officeId, own]) => [officeId, own.map((row) => row.alert_id)]))
}

const tell = async (client: PoolClient, officeId: number, alertIds: readonly number[]) => {
  for (const payload of announcementsOf({ officeId, alertIds })) await client.query('select pg_notify($1, $2)', [liveChannel, payload])
}

/** One turn of alive monitoring: opens silences, ends broken ones, raises anew what was closed and goes on holding. */
export const watchSilence = async ({ clock }: Pick<Context, 'clock'>, client: PoolClient): Promise<void> => {
  const now = clock()
  for (const office of await watchedOffices(client, now)) {
    const silences = findSilences({ now: now.getTime(), ...office })
    const alertIds = await storeEpisodes(client, silences.map((silence) => segmentOf(office, silence, now.getTime())))
    await tell(client, office.officeId, alertIds)
  }
  for (const changed of [await change(client, endBroken, 'ended', now), await change(client, reopenHolding, 'reopened', now)])
    for (const [officeId, alertIds] of changed) await tell(client, officeId, alertIds)
}

export const aliveJob: Recurring = { name: 'alive', everySeconds: 30, run: watchSilence }
