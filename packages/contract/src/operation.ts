import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './wire.ts'

/** The parts of the service, in the order in which they are listed where their states are alike. */
export const operationParts = [
  'alarms',
  'server',
  'database',
  'standby',
  'broker',
  'mail',
  'push',
  'channels',
  'jobs',
  'disk',
  'backup',
  'clock',
  'certificates',
] as const
export type OperationPartName = (typeof operationParts)[number]

export const operationPartNames: Readonly<Record<OperationPartName, string>> = {
  alarms: 'アラートの通知',
  server: 'サーバー',
  database: 'データベース',
  standby: 'データベースの予備',
  broker: 'MQTTブローカー',
  mail: 'メール',
  push: 'プッシュ通知',
  channels: '通知先（チャットなど）',
  jobs: '定期処理',
  disk: 'ディスク',
  backup: 'バックアップ',
  clock: '時計',
  certificates: '証明書',
}

/** The worst first. 注意 is a level of heat, so that a part is 要確認 instead. */
export const operationStates = ['needsHand', 'attention', 'unknown', 'normal', 'unused'] as const
export type OperationState = (typeof operationStates)[number]

export const operationStateNames: Readonly<Record<OperationState, string>> = {
  needsHand: '手当てが必要',
  attention: '要確認',
  unknown: '不明',
  normal: '正常',
  unused: '未設定',
}

/** What is known of one part of the service. */
export const OperationPart = z.object({
  part: z.enum(operationParts),
  state: z.enum(operationStates),
  /** Since when it is in this state; null where that is not known. */
  since: Instant.nullable(),
  /** What the state means, in a sentence. */
  meaning: z.string(),
  /** What to do; null where nothing is to be done. */
  action: z.string().nullable(),
  /** Single figures and their names, as they are shown. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type OperationPart = z.infer<typeof OperationPart>

/** A running copy of the product, or one that ended within a day. */
export const OperationProcess = z.object({
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  roles: z.array(z.string()),
  startedAt: Instant,
  /** When it reported itself last. */
  heardAt: Instant,
  isRunning: z.boolean(),
  /** When it stopped in order; null while it runs, and where it ended without a word. */
  stoppedAt: Instant.nullable(),
})
export type OperationProcess = z.infer<typeof OperationProcess>

/** The last turn of a recurring job. */
export const OperationJob = z.object({
  name: z.string(),
  everySeconds: z.number(),
  beganAt: Instant,
  /** When the last turn that is over ended; null before the first. */
  endedAt: Instant.nullable(),
  /** How long that took, in ms. */
  tookMs: z.int().nullable(),
  state: z.enum(operationStates),
  /** The code of the last fault, and since when each turn fails; null where the last one went well. */
  error: z.string().nullable(),
  failingSince: Instant.nullable(),
})
export type OperationJob = z.infer<typeof OperationJob>

/** How the service itself is. It names no people, no customers and no secrets. */
export const OperationStatus = z.object({
  at: Instant,
  version: z.string(),
  /** The worst first. */
  parts: z.array(OperationPart),
  processes: z.array(OperationProcess),
  /** Those that are late or fail first. */
  jobs: z.array(OperationJob),
})
export type OperationStatus = z.infer<typeof OperationStatus>

export const operation = {
  read: endpoint({
    method: 'GET',
    path: '/api/Operation',
    permission: ['AdminUnitService'],
    summary: 'サービスの稼働状況。部分ごとの状態と、するべきこと。動いているプロセス、定期処理。',
    answer: OperationStatus,
  }),
}
