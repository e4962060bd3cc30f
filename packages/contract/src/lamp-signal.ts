import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './wire.ts'

/** A signal older than this says nothing of now (seconds): the server, its database or the line to it is away. */
export const signalStaleSeconds = 60

/** The signal is published again at least this often (seconds), so that a lamp sees that it is fresh. */
export const signalEverySeconds = 20

/**
 * What a warning lamp of a site shows: the alerts of the site that are not over, and that nobody has confirmed where the site chose that
 * confirming clears the lamp. Without a name, a place or a value of anybody.
 */
export const LampSignal = z
  .object({
    level: z
      .number()
      .int()
      .min(0)
      .max(3)
      .meta({ description: '拠点にいる人の本人アラートで、いちばん高い段階。呼出と機器の警報は3です。0は平常です。', examples: [3] }),
    emergency: z.boolean().meta({ description: '緊急がある。累積時間、呼出、機器の警報（転倒・動きなし・暑さ・通報）のどれかです。' }),
    call: z.boolean().meta({ description: '助けを呼んでいる人がいる。呼出ボタン、本人のページ、機器の通報のどれかです。' }),
    unhooked: z.boolean().meta({ description: '高い所で、安全帯のフックを掛けていない人がいる。' }),
    heat: z.boolean().meta({ description: '拠点の暑さ指数（WBGT）が基準値をこえている。' }),
    unacknowledged: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'まだだれも確認していないアラートの件数。電池と時計ずれは数えません。', examples: [1] }),
    drill: z
      .literal(true)
      .optional()
      .meta({ description: '訓練のために点いている。訓練でも点けると決めた拠点だけで、そのときだけあります。' }),
    stale: z
      .literal(true)
      .optional()
      .meta({ description: '見守りが止まったか、データベースに届かない。ほかの値は最後に確かめたときのものです。MQTTだけにあります。' }),
    at: Instant.meta({
      description: `この内容を確かめた時刻。${signalStaleSeconds}秒より古いときは、今の様子を表していません。`,
      examples: ['2026-07-20T13:05:00+09:00'],
    }),
  })
  .meta({
    description: '現場の警告灯に出す、拠点の今の様子',
    examples: [{ level: 3, emergency: true, call: false, unhooked: false, heat: true, unacknowledged: 1, at: '2026-07-20T13:05:00+09:00' }],
  })
export type LampSignal = z.infer<typeof LampSignal>

/** Whether the server that publishes signals is there; a broker outside changes it by the server's last will. */
export const ServerState = z
  .object({ online: z.boolean() })
  .meta({ description: '見守りのサーバーが動いているか', examples: [{ online: true }] })
export type ServerState = z.infer<typeof ServerState>

export const lampSignal = {
  read: endpoint({
    method: 'GET',
    path: '/api/ingest/signal',
    permission: 'ingestKey',
    summary: '現場の警告灯に出す、受信キーの拠点の今の様子。同じ内容をMQTTでも受け取れる。試験用の受信キーでは使えない。',
    answer: LampSignal,
  }),
}
