import { findSilences, type SilenceEpisode } from '@mimamori/heat'
import type { EpisodeSegment } from '../monitoring/episodes/episode-log.ts'
import { endEpisodes } from '../monitoring/episodes/end.ts'
import { followJudge } from '../monitoring/episodes/follow-judge.ts'
import { reopenEpisodes } from '../monitoring/episodes/reopen.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import type { Recurring } from '../platform/recurring.ts'
import { isSilenceOver, needsReopening } from './episode-selections.ts'
import { type WatchedOffice, watchedOffices } from './silence-store.ts'

const minuteMs = 60_000

const segmentOf = (office: WatchedOffice, silence: SilenceEpisode, now: number): EpisodeSegment => {
  const wearer = silence.kind === 'worker' ? office.workers.find(({ workerId }) => workerId === silence.workerId) : undefined
  return {
    subject: {
      kind: silence.kind === 'worker' ? 'silent' : 'siteSilent',
      companyId: office.companyId,
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
    ending: null,
    late: false,
  }
}

const silencesOf = (offices: readonly WatchedOffice[], now: number): EpisodeSegment[] =>
  offices.flatMap((office) => findSilences({ now, ...office }).map((silence) => segmentOf(office, silence, now)))

/** One turn of alive monitoring: ends silences that are over, opens new ones, and reopens those that were closed but still hold. */
const watchSilence: Recurring['run'] = async ({ clock }, client) => {
  const now = clock()
  const db = onClient(client)
  // Ending comes first: a gateway that is heard again while half of its workers are silent opens another episode.
  await endEpisodes(db, isSilenceOver(), 'recovered', now)
  await followJudge(db, silencesOf(await watchedOffices(client, now), now.getTime()))
  await reopenEpisodes(db, needsReopening(now), now)
}

export const aliveJob: Recurring = { name: 'alive', everySeconds: 30, run: watchSilence }
