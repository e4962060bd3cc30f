import { z } from 'zod'
import { AlertEpisode } from './alert.ts'
import { endpoint } from './endpoint.ts'
import { HealthRow } from './health-condition.ts'
import type { LiveName } from './live-names.ts'
import { roles } from './role.ts'
import { BeltRow } from './safety-belt.ts'
import { PlacedWorker } from './map-worker.ts'
import { Instant, wireFlag, wireInteger } from './wire.ts'

const SiteRef = z.object({ companyId: z.number().int(), officeId: z.number().int() })

/** A device whose settings, commands or last reading changed. */
const ChangedDevice = z.object({ deviceId: z.number().int(), kind: z.string(), serial: z.string(), lastAt: Instant.nullable() })

/** What `GET /api/live` says, by event name. Each data line is JSON of the schema. */
export const liveEvents = {
  condition: z.array(HealthRow).meta({ description: '作業員の体調が変わった。体調一覧の行をそのまま送る。' }),
  alert: z.array(AlertEpisode).meta({ description: 'アラートが始まった、変わった、または終わった。' }),
  belt: z.array(BeltRow).meta({ description: '安全帯の状態が変わった。' }),
  place: z.array(PlacedWorker).meta({ description: '地図の上の作業員の位置が変わった。placesを付けたときだけ送る。' }),
  map: z.array(SiteRef).meta({ description: '拠点の地図か、地図の上の機器の位置が変わった。取得し直す。' }),
  device: z.array(ChangedDevice).meta({ description: '機器の設定、指示か最後の受信が変わった。' }),
  display: z.array(SiteRef).meta({ description: '一覧に表示する項目がマスター設定で変わった。取得し直す。' }),
  reset: z.object({}).meta({ description: '変化が多くて続きを送れない。画面にあるものを取得し直す。' }),
  away: z.object({}).meta({ description: 'データベースを読めないため、次のイベントまで何も送れない。' }),
  ping: z
    .object({ at: Instant, lastReceivedAt: Instant.nullable() })
    .meta({ description: '接続が生きている印。サーバーの時刻と、最後に測定値を受け取った時刻を送る。' }),
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
    events: liveEvents,
  }),
}
