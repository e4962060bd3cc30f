import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Readings one request may carry. */
export const maxReadings = 5_000

export const readingKinds = ['vital', 'heat', 'belt', 'barometer', 'gateway'] as const
export type ReadingKind = (typeof readingKinds)[number]

const at = z.iso.datetime({ offset: true })
// The database's texts cannot hold the character zero.
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\0]*$/)
const common = { device: text(25).min(1), at, battery: z.number().int().min(0).max(5).optional() }
const radio = {
  signal: z.number().int().min(0).max(4).optional(),
  gateway: text(20).optional(),
  // 0/0 is how devices without a fix say that they have no position.
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  /** Within how many metres the position holds, where the device knows; whatever makes no sense counts as not known. */
  accuracy: z.number().min(0).max(100_000).optional().catch(undefined),
  /** With a call for help, fields that are out of range count as not sent. */
  call: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional(),
  /** Minutes between two readings of the device. */
  interval: z.number().min(0.001).max(1_440).optional(),
}

/**
 * One reading as it is documented to senders. The server's decode step reads each one by hand, since one bad
 * reading must not cost its neighbours; a test holds the two against each other.
 */
export const Reading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vital'), ...common, ...radio, heartRate: z.number().nullable().optional() }),
  z.object({
    kind: z.literal('heat'),
    ...common,
    wbgt: z.number().nullable().optional(),
    temperature: z.number().nullable().optional(),
    humidity: z.number().nullable().optional(),
    globe: z.number().nullable().optional(),
  }),
  z.object({
    kind: z.literal('belt'),
    ...common,
    ...radio,
    hook: z
      .union([z.literal(0), z.literal(1)])
      .nullable()
      .optional(),
    /** Pascal. */
    pressure: z.number().nullable().optional(),
    slaveBattery: z.number().int().min(0).max(5).optional(),
  }),
  z.object({
    kind: z.literal('barometer'),
    ...common,
    pressure: z.number().nullable().optional(),
    temperature: z.number().nullable().optional(),
  }),
  z.object({ kind: z.literal('gateway'), ...common, waveLevel: z.number().int().min(0).max(4).optional() }),
])
export type Reading = z.infer<typeof Reading>

export const IngestAnswer = z.object({
  accepted: z.number().int(),
  duplicates: z.number().int(),
  rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
})
export type IngestAnswer = z.infer<typeof IngestAnswer>

export const ingest = {
  post: endpoint({
    method: 'POST',
    path: '/api/ingest',
    permission: 'ingestKey',
    summary: '測定値を受け取る。保存が終わってから答える。誤った1件がほかの測定値を妨げることはない。',
    body: z.object({ readings: z.array(z.unknown()).min(1).max(maxReadings) }),
    answer: IngestAnswer,
  }),
}
