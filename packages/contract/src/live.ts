import { z } from 'zod'
import { AlertEpisode } from './alert.ts'
import { endpoint } from './endpoint.ts'
import { HealthRow } from './health-condition.ts'
import type { LiveName } from './live-names.ts'
import { roles } from './role.ts'
import { BeltRow } from './safety-belt.ts'
import { PlacedWorker } from './map-worker.ts'
import { Instant, wireFlag, wireInteger } from './wire.ts'

/** What `GET /api/live` says, by event name. Each data line is JSON of the schema. */
export const liveEvents = {
  condition: z.array(HealthRow),
  alert: z.array(AlertEpisode),
  belt: z.array(BeltRow),
  /** The workers on the maps; only sent if `places` asks for it. */
  place: z.array(PlacedWorker),
  /** The maps of these sites, or the places of devices on them, were changed. */
  map: z.array(z.object({ companyId: z.number().int(), officeId: z.number().int() })),
  device: z.array(z.object({ deviceId: z.number().int(), kind: z.string(), serial: z.string(), lastAt: Instant.nullable() })),
  /** What lists of these sites show was changed in the master settings. */
  display: z.array(z.object({ companyId: z.number().int(), officeId: z.number().int() })),
  /** More happened meanwhile than the stream can send: fetch again what is on screen. */
  reset: z.object({}),
  /** Nothing can be sent for now, because the database cannot be read; until the next event. */
  away: z.object({}),
  ping: z.object({ at: Instant, lastReceivedAt: Instant.nullable() }),
} satisfies Record<LiveName, z.ZodType>

export const live = {
  stream: endpoint({
    method: 'GET',
    path: '/api/live',
    permission: roles,
    lane: 'alarm',
    summary:
      '変化をサーバー送信イベントで流す。Last-Event-ID で数分前の続きから受け取れる。続けられないときは reset を流すので、取得し直す。',
    query: z.object({
      officeId: wireInteger(1).optional(),
      groupId: wireInteger(1).optional(),
      /** Sends places too: for a screen that shows maps. */
      places: wireFlag.optional(),
      /** For clients that cannot send the header. */
      lastEventId: z.string().optional(),
    }),
    answer: z.string(),
    raw: true,
  }),
}
