import { z } from 'zod'
import { alertKinds, endings, handlings, outcomes } from './alert.ts'
import { Instant } from './wire.ts'

/** What a webhook (decisions/0153) is sent of alerts: the events of their history that another system may act on. */
export const alertEventTypes = [
  'alert.opened',
  'alert.raised',
  'alert.acknowledged',
  'alert.closed',
  'alert.ended',
  'device.silent',
  'device.heard',
] as const
export type AlertEventType = (typeof alertEventTypes)[number]

/** All that a webhook is sent. */
export const webhookTypes = [...alertEventTypes, 'plan.issued'] as const
export type WebhookType = (typeof webhookTypes)[number]

const level = z.number().int().min(0).max(3).nullable()
const whole = z.number().int()

const WebhookSite = z
  .object({ id: whole, code: z.string().meta({ description: '拠点コード' }), name: z.string() })
  .meta({ description: '拠点' })

const WebhookGroup = z.object({ id: whole.nullable(), name: z.string() }).meta({ description: 'グループ。その時点の名前です。' })

/** An alert as it was at the event, without measured values, age or what is known of a person's health. */
export const WebhookAlert = z
  .object({
    alertId: whole.meta({ description: 'アラートの番号。/api/Alert/{id} の記録の番号です。' }),
    kind: z.enum(alertKinds).meta({ description: 'アラートの種類' }),
    level: level.meta({ description: 'そのときの段階。0 正常、1 注意、2 警戒、3 危険。段階のない種類はnullです。' }),
    peakLevel: level.meta({ description: 'それまでで最も重い段階' }),
    emergency: z.boolean().meta({ description: '緊急（呼出と機器の警報を含む）か' }),
    drill: z.boolean().meta({ description: '訓練か。訓練では、だれも危険ではありません。' }),
    late: z.boolean().meta({ description: '測定値が遅れて届き、届いたときには終わっていたか' }),
    withdrawn: z.boolean().meta({ description: '遅れて届いた測定値で、起きていなかったとわかったか' }),
    site: WebhookSite,
    place: z.string().nullable().meta({ description: '場所名' }),
    group: WebhookGroup.nullable(),
    worker: z
      .object({
        code: z.string().nullable().meta({ description: '作業員コード' }),
        name: z.string().nullable().meta({ description: '名字。通知先で名前を送らない設定のときはnullです。' }),
      })
      .nullable()
      .meta({ description: 'だれのアラートか。人のアラートでないとき、だれか分からないとき、個人の情報を消したあとはnullです。' }),
    device: z
      .object({ kind: z.enum(['vital', 'belt', 'heat', 'gateway', 'barometer']), serialNumber: z.string() })
      .nullable()
      .meta({ description: '機器のアラートなら、その機器' }),
    handling: z.enum(handlings).meta({ description: '対応の状態' }),
    outcome: z.enum(outcomes).nullable().meta({ description: '対応の結果。対応を終えるまでnullです。' }),
    openedAt: Instant.meta({ description: '始まった時刻' }),
    calledAt: Instant.nullable().meta({ description: '最後に呼出か申告があった時刻' }),
    endedAt: Instant.nullable().meta({ description: '終わった時刻。続いているあいだはnullです。' }),
    ending: z.enum(endings).nullable().meta({ description: 'どのように終わったか' }),
  })
  .meta({ description: 'その時点のアラート。測定値・年齢・健康の情報は含みません。' })
export type WebhookAlert = z.infer<typeof WebhookAlert>

/** The plan of a site's day once it is kept: the rest that it asks of each group, hour by hour. */
export const WebhookPlan = z
  .object({
    site: WebhookSite,
    day: z.iso.date().meta({ description: '作業日' }),
    issuedAt: Instant.meta({ description: '計画が決まった時刻' }),
    groups: z.array(
      z.object({
        id: whole.nullable().meta({ description: 'グループの番号。グループのない人の分はnullです。' }),
        name: z.string().nullable(),
        people: whole.meta({ description: '人数' }),
        hours: z.array(
          z.object({
            at: Instant.meta({ description: '1時間の始まり' }),
            workMinutes: whole.min(0).max(60).meta({ description: 'その1時間のうち作業の分数' }),
            restMinutes: whole
              .min(0)
              .max(60)
              .nullable()
              .meta({ description: '1時間の作業につき取る休憩の分数。60は作業の中止、nullは暑さが分からない時間です。' }),
          }),
        ),
      }),
    ),
  })
  .meta({ description: '拠点の1日の計画。人についての情報は含みません。' })
export type WebhookPlan = z.infer<typeof WebhookPlan>

const exampleAlert: WebhookAlert = {
  alertId: 5120,
  kind: 'condition',
  level: 2,
  peakLevel: 2,
  emergency: false,
  drill: false,
  late: false,
  withdrawn: false,
  site: { id: 31, code: 'TKY-01', name: '東京第一現場' },
  place: '3階 東',
  group: { id: 7, name: '鉄筋班' },
  worker: { code: 'W-0147', name: null },
  device: null,
  handling: 'open',
  outcome: null,
  openedAt: '2026-07-20T13:05:00+09:00',
  calledAt: null,
  endedAt: null,
  ending: null,
}
const exampleSilence: WebhookAlert = {
  ...exampleAlert,
  alertId: 5121,
  kind: 'gatewaySilent',
  level: null,
  peakLevel: null,
  group: null,
  worker: null,
  device: { kind: 'gateway', serialNumber: 'GW-01' },
}

const bodyOf = <const Type extends WebhookType, Data extends z.ZodType>(
  type: Type,
  data: Data,
  description: string,
  example: { readonly timestamp: string; readonly data: z.output<Data> },
) =>
  z
    .object({ type: z.literal(type), timestamp: Instant.meta({ description: '起きた時刻' }), data })
    .meta({ description, examples: [{ type, ...example }] })

/** @param clock the time of the example, 13:05 */
const alertBody = <const Type extends AlertEventType>(type: Type, description: string, clock: string, example: WebhookAlert) =>
  bodyOf(type, WebhookAlert, description, { timestamp: `2026-07-20T${clock}:00+09:00`, data: example })

const raised: WebhookAlert = { ...exampleAlert, level: 3, peakLevel: 3 }
const acknowledged: WebhookAlert = { ...raised, handling: 'acknowledged' }
const ended: WebhookAlert = { ...acknowledged, level: 1, endedAt: '2026-07-20T13:20:00+09:00', ending: 'recovered' }

/** The body of each event, by its type. */
export const webhookBodies = {
  'alert.opened': alertBody('alert.opened', 'アラートが始まった。', '13:05', exampleAlert),
  'alert.raised': alertBody(
    'alert.raised',
    'アラートの段階が上がった、もう一度呼出か申告があった、または終わっていたアラートが続いていた。',
    '13:09',
    raised,
  ),
  'alert.acknowledged': alertBody(
    'alert.acknowledged',
    'だれかがアラートを確認した、または対応を始めた。handlingがどちらかを示す。',
    '13:11',
    acknowledged,
  ),
  'alert.closed': alertBody('alert.closed', '対応を終えた。続いていたアラートも、これで終わる。', '13:25', {
    ...ended,
    handling: 'closed',
    outcome: 'rested',
  }),
  'alert.ended': alertBody(
    'alert.ended',
    'アラートの状態が終わった。起きていなかったとわかったときと、別の拠点に移ったときも送る。',
    '13:20',
    ended,
  ),
  'device.silent': alertBody(
    'device.silent',
    '人の機器、親機、計測器、または拠点全体からデータが届かなくなった。',
    '13:05',
    exampleSilence,
  ),
  'device.heard': alertBody('device.heard', '届かなくなっていたところから、またデータが届いた。', '13:20', {
    ...exampleSilence,
    endedAt: '2026-07-20T13:20:00+09:00',
    ending: 'recovered',
  }),
  'plan.issued': bodyOf('plan.issued', WebhookPlan, '拠点の1日の計画が決まった。始業の2時間前に送る。', {
    timestamp: '2026-07-20T06:00:00+09:00',
    data: {
      site: exampleAlert.site,
      day: '2026-07-20',
      issuedAt: '2026-07-20T06:00:00+09:00',
      groups: [
        {
          id: 7,
          name: '鉄筋班',
          people: 12,
          hours: [
            { at: '2026-07-20T08:00:00+09:00', workMinutes: 60, restMinutes: 0 },
            { at: '2026-07-20T09:00:00+09:00', workMinutes: 60, restMinutes: 15 },
          ],
        },
      ],
    },
  }),
} as const satisfies Record<WebhookType, z.ZodType>

/** What a receiver is sent. */
export type WebhookBody = z.infer<(typeof webhookBodies)[WebhookType]>

/** Headers of Standard Webhooks: the number of the event, which stays over retries, when it was sent, and who signed it. */
export const webhookHeaders = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' } as const
