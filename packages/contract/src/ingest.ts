import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Readings one request may carry. */
export const maxReadings = 5_000

export const readingKinds = ['vital', 'heat', 'belt', 'barometer', 'gateway'] as const
export type ReadingKind = (typeof readingKinds)[number]

/** What a number field of a reading may hold, and its unit where it has one. */
type NumberRule = { readonly min: number; readonly max: number; readonly whole?: true; readonly unit?: string }

/**
 * The number fields of readings, for the schema below and for the server's decode step. Bounds are what the columns hold,
 * wider than what is plausible: a slipping sensor must not cost the reading.
 */
export const readingNumbers = {
  heartRate: { min: -32_768, max: 32_767, unit: '回/分' },
  wbgt: { min: -1_000, max: 1_000, unit: '℃' },
  temperature: { min: -1_000, max: 1_000, unit: '℃' },
  humidity: { min: -1_000, max: 1_000, unit: '%' },
  globe: { min: -1_000, max: 1_000, unit: '℃' },
  windSpeed: { min: 0, max: 100, unit: 'm/s' },
  solarRadiation: { min: 0, max: 2_000, unit: 'W/m²' },
  pressure: { min: 0, max: 200_000, unit: 'Pa' },
  battery: { min: 0, max: 5, whole: true },
  slaveBattery: { min: 0, max: 5, whole: true },
  signal: { min: 0, max: 4, whole: true },
  waveLevel: { min: 0, max: 4, whole: true },
  latitude: { min: -90, max: 90, unit: '度' },
  longitude: { min: -180, max: 180, unit: '度' },
  accuracy: { min: 0, max: 100_000, unit: 'm' },
  hook: { min: 0, max: 1, whole: true },
  interval: { min: 0.001, max: 1_440, unit: '分' },
} satisfies Record<string, NumberRule>
type ReadingNumber = keyof typeof readingNumbers

/** A number field with its bounds, for people who build senders: what it is, in Japanese, and an example. */
const number = (field: ReadingNumber, description: string, example: number) => {
  const { min, max, whole, unit }: NumberRule = readingNumbers[field]
  const schema = z.number().min(min).max(max)
  return (whole ? schema.int() : schema).meta({ description, examples: [example], ...(unit !== undefined && { 'x-unit': unit }) })
}

/** What a worn device judged itself: that its wearer fell, does not move, is too hot, or asks for help. */
export const deviceAlarms = ['fall', 'noMotion', 'heat', 'help'] as const
export type DeviceAlarm = (typeof deviceAlarms)[number]

// The database's texts cannot hold the character zero.
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\0]*$/)

const kindOf = <const Kind extends ReadingKind>(kind: Kind, description: string) => z.literal(kind).meta({ description, examples: [kind] })

const common = {
  device: text(25)
    .min(1)
    .meta({ description: '機器の番号。この拠点に登録した番号と同じ文字列です。', examples: ['12345'] }),
  at: z.iso
    .datetime({ offset: true })
    .meta({ description: '測定した時刻。時差の付いたISO 8601です。', examples: ['2026-07-20T13:05:00+09:00'] }),
  battery: number('battery', '電池の残り。0（空）から5（満充電）までの6段階です。', 4).optional(),
}
const radio = {
  signal: number('signal', '電波の強さ。0（圏外）から4（強い）までの5段階です。', 3).optional(),
  gateway: text(20)
    .meta({
      description: 'この測定値を中継した親機・子機の番号。機器の位置が送られないときに、居場所の目安にします。',
      examples: ['GW-01'],
    })
    .optional(),
  // 0/0 is how devices without a fix say that they have no position.
  latitude: number('latitude', '緯度（世界測地系）。緯度と経度がどちらも0のときは、位置なしとして扱います。', 35.681_2).optional(),
  longitude: number('longitude', '経度（世界測地系）。緯度と経度がどちらも0のときは、位置なしとして扱います。', 139.767_1).optional(),
  /** Within how many metres the position holds, where the device knows; whatever makes no sense counts as not known. */
  accuracy: number('accuracy', '位置の誤差。範囲の外の値は、わからないものとして扱います。', 12).optional().catch(undefined),
  /** With a call for help, fields that are out of range count as not sent. */
  call: z
    .union([z.boolean(), z.literal(0), z.literal(1)])
    .meta({
      description: '呼び出しボタンが押されているか。押されているときは、ほかの項目が範囲の外でもその項目だけを除いて受け取ります。',
      examples: [false],
    })
    .optional(),
  /** What the device judged itself; null where it cancels that. Left out, it says nothing of it. */
  alarm: z
    .enum(deviceAlarms)
    .meta({
      description:
        '機器が自分で判断した警報。fallは転倒、noMotionは動きなし、heatは暑さ、helpは助けを求める通報、nullは取り消し。項目がないときは何も伝えません。' +
        '警報があるときは、ほかの項目が範囲の外でもその項目だけを除いて受け取ります。',
      examples: ['fall'],
    })
    .nullable()
    .optional(),
  /** Minutes between two readings of the device. */
  interval: number('interval', 'この機器が送る間隔。5分より長いときは送ってください。', 1).optional(),
}

const temperature = number('temperature', '気温。測れないときはnullです。', 33.1).nullable().optional()
/** Pascal. */
const pressure = number('pressure', '気圧。測れないときはnullです。', 100_480).nullable().optional()

const vitalFields = {
  heartRate: number('heartRate', '心拍数。測れないときはnullです。ありえない値も、測れなかったものとして扱います。', 128)
    .nullable()
    .optional(),
}
const heatFields = {
  wbgt: number('wbgt', '暑さ指数（WBGT）。測れないときはnullです。気温、湿度、黒球温度があれば、それらから推定します。', 29.4)
    .nullable()
    .optional(),
  temperature,
  humidity: number('humidity', '相対湿度。測れないときはnullです。', 62).nullable().optional(),
  globe: number('globe', '黒球温度。測れないときはnullです。', 41.5).nullable().optional(),
  /** Wind and sun serve the estimate alone: whatever makes no sense counts as not measured. */
  windSpeed: number('windSpeed', '風速。WBGTの推定に使い、保存はしません。範囲の外の値は、ないものとして扱います。', 1.2)
    .nullable()
    .optional()
    .catch(undefined),
  solarRadiation: number('solarRadiation', '日射量。WBGTの推定に使い、保存はしません。範囲の外の値は、ないものとして扱います。', 720)
    .nullable()
    .optional()
    .catch(undefined),
}
const beltFields = {
  hook: z
    .literal([0, 1])
    .meta({ description: 'フックの状態。0は外れている、1は掛かっている、nullはわからない。', examples: [1] })
    .nullable()
    .optional(),
  pressure,
  slaveBattery: number('slaveBattery', '子機の電池の残り。0（空）から5（満充電）までの6段階です。', 5).optional(),
}

const exampleTime = '2026-07-20T13:05:00+09:00'

export const VitalReading = z.object({ kind: kindOf('vital', '作業員が着けるバイタルタグ'), ...common, ...radio, ...vitalFields }).meta({
  description: '作業員が着けるバイタルタグの測定値',
  examples: [{ kind: 'vital', device: '12345', at: exampleTime, heartRate: 128, battery: 4, signal: 3, gateway: 'GW-01' }],
})
export const HeatReading = z.object({ kind: kindOf('heat', '暑さ指数（WBGT）計'), ...common, ...heatFields }).meta({
  description: '暑さ指数（WBGT）計の測定値',
  examples: [{ kind: 'heat', device: 'W-001', at: exampleTime, wbgt: 29.4, temperature: 33.1, humidity: 62, globe: 41.5, battery: 5 }],
})
export const BeltReading = z.object({ kind: kindOf('belt', '安全帯の端末'), ...common, ...radio, ...beltFields }).meta({
  description: '安全帯の端末の測定値',
  examples: [{ kind: 'belt', device: 'B-07', at: exampleTime, hook: 1, pressure: 100_480, battery: 4, slaveBattery: 5 }],
})
export const BarometerReading = z.object({ kind: kindOf('barometer', '基準気圧計'), ...common, pressure, temperature }).meta({
  description: '高さの基準になる気圧計の測定値',
  examples: [{ kind: 'barometer', device: 'P-01', at: exampleTime, pressure: 100_810, temperature: 32.6 }],
})
export const GatewayReading = z
  .object({
    kind: kindOf('gateway', '親機・子機'),
    ...common,
    waveLevel: number('waveLevel', '親機・子機の電波の強さ。0（圏外）から4（強い）までの5段階です。', 4).optional(),
  })
  .meta({
    description: '親機・子機が自分について送る測定値',
    examples: [{ kind: 'gateway', device: 'GW-01', at: exampleTime, waveLevel: 4, battery: 5 }],
  })

/**
 * One reading as it is documented to senders. The server's decode step reads each one by hand, since one bad
 * reading must not cost its neighbours; a test holds the two against each other.
 */
export const Reading = z
  .discriminatedUnion('kind', [VitalReading, HeatReading, BeltReading, BarometerReading, GatewayReading])
  .meta({ description: '1件の測定値。kindで種類を示します。kind、device、atのほかは省けます。' })
export type Reading = z.infer<typeof Reading>

const readingsOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ readings: z.array(item).min(1).max(maxReadings).meta({ description: '測定値。順番は問いません。' }) })

/** What a sender is to send, over HTTP as over MQTT. */
export const IngestRequest = readingsOf(Reading)

const index = z
  .number()
  .int()
  .meta({ description: 'readingsの中の位置。先頭は0です。', examples: [0] })

export const RejectedReading = z.object({
  index,
  reason: z.string().meta({ description: '直すところ', examples: ['電池：0以上5以下にしてください。'] }),
})

/** A field that is not read, and the one that seems to be meant. The reading is taken without it. */
export const UnreadFieldWarning = z.object({
  index,
  field: z.string().meta({ description: '読まない項目の名前', examples: ['heart_rate'] }),
  hint: z
    .string()
    .nullable()
    .meta({ description: '代わりに使うと思われる項目。似たものがなければnullです。', examples: ['heartRate'] }),
})

export const IngestAnswer = z.object({
  accepted: z
    .number()
    .int()
    .meta({ description: '保存した件数', examples: [1] }),
  duplicates: z
    .number()
    .int()
    .meta({ description: '前に受け取ったものと同じで、保存しなかった件数', examples: [0] }),
  rejected: z.array(RejectedReading).meta({ description: '受け取れなかった測定値。直さずに送り直しても、また断られます。' }),
  /** At most 20 of a reading, and 5,000 of a message. */
  warnings: z.array(UnreadFieldWarning).meta({ description: '読まない項目。測定値は、その項目を除いて受け取っています。' }),
})
export type IngestAnswer = z.infer<typeof IngestAnswer>

/** What is reported over MQTT of a message whose readings were refused or not wholly read, or that could not be read at all. */
export const IngestReport = z.union([
  z.object({ fault: z.string().meta({ description: '1件も受け取れなかった理由', examples: ['測定値：5000件以内にしてください。'] }) }),
  IngestAnswer.pick({ rejected: true, warnings: true }),
])
export type IngestReport = z.infer<typeof IngestReport>

export const ingest = {
  post: endpoint({
    method: 'POST',
    path: '/api/ingest',
    permission: 'ingestKey',
    summary: '測定値を受け取る。保存が終わってから答える。誤った1件がほかの測定値を妨げることはない。',
    body: readingsOf(z.unknown()),
    documentedBody: IngestRequest,
    answer: IngestAnswer,
  }),
}
