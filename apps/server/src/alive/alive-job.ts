import { findSilences, type SilenceEpisode } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { EpisodeSegment } from '../monitoring/episode-log.ts'
import { storeEpisodes } from '../monitoring/store-episodes.ts'
import { announcementsOf, liveChannel } from '../organisation/announce.ts'
import type { Context } from '../platform/context.ts'
import type { Recurring } from '../platform/recurring.ts'
import { endSilences, reopenHolding } from './change-episodes.ts'
import { type WatchedOffice, watchedOffices } from './silence-store.ts'

const minuteMs = 60_000

const segmentOf = (office: WatchedOffice, silence: SilenceEpisode, now: number): EpisodeSegment => {
  const wearer = silence.kind === 'worker' ? office.workers.find(({ workerId }) => workerId === silence.workerId) : undefined
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
        at: now,
        level: null,
        heartRate: null,
        excess: null,
        wbgt: null,
        heatDeviceId: null,
        gatewayId: wearer?.gatewayId ?? null,
        reason: {
          kind: silence.kind === 'worker' ? 'silent' : silence.cause,
          limit: silence.kind === 'site' ? silence.workerIds.length : 0,
          minutes: Math.floor((now - silence.lastSeenAt) / minuteMs),
        },
      },
    ],
    endedAt: null,
  }
}

const announceChanged = async (client: PoolClient, changed: Map<number, readonly number[]>) => {
  for (const [officeId, alertIds] of changed)
    for (const payload of announcementsOf({ officeId, alertIds })) await client.query('select pg_notify($1, $2)', [liveChannel, payload])
}

const openSilences = async (client: PoolClient, now: Date): Promise<Map<number, readonly number[]>> => {
  const opened = new Map<number, readonly number[]>()
  for (const office of await watchedOffices(client, now)) {
    const silences = findSilences({ now: now.getTime(), ...office })
    opened.set(
      office.officeId,
      await storeEpisodes(
        client,
        silences.map((silence) => segmentOf(office, silence, now.getTime())),
      ),
    )
  }
  return opened
}

/** One turn of alive monitoring: ends broken silences, opens new ones, raises anew what was closed and goes on holding. */
const watchSilence = async ({ clock }: Pick<Context, 'clock'>, client: PoolClient): Promise<void> => {
  const now = clock()
  // Ending comes first: a gateway that is back while half of its workers are not is another episode.
  await announceChanged(client, await endSilences(client, now))
  await announceChanged(client, await openSilences(client, now))
  await announceChanged(client, await reopenHolding(client, now))
}

export const aliveJob: Recurring = { name: 'alive', everySeconds: 30, run: watchSilence }
