import { message } from '@mimamori/contract'
import { type Assessment, gravest, unused, well } from './assessment.ts'
import { manyConnections, slowAnswerMs, tooManyConnections, tooSlowAnswerMs, unwrittenNeedsHandMs } from './thresholds.ts'

/** What the database says of itself. */
export type DatabaseFacts = {
  /** `db1:5432`; null for the embedded one. */
  readonly host: string | null
  readonly version: string
  /** Of a cluster the coordinator's alone. */
  readonly bytes: number
  readonly isReadOnly: boolean
  readonly connections: number
  readonly mostConnections: number
  /** Migrations of this version that it lacks. */
  readonly unmigrated: number
  readonly answerMs: number
}

type Judgement = Omit<Assessment, 'facts'>

const sizeInWords = (bytes: number) =>
  bytes < 2 ** 30 ? `${Math.ceil(bytes / 2 ** 20)} MB` : `${(bytes / 2 ** 30).toLocaleString('ja-JP', { maximumFractionDigits: 1 })} GB`

const judgementsOf = (facts: DatabaseFacts, unwrittenMs: number): (Judgement | undefined)[] => {
  const share = facts.connections / facts.mostConnections
  return [
    facts.isReadOnly ? { state: 'needsHand', meaning: message('databaseReadOnly'), action: message('databaseReadOnlyAction') } : undefined,
    unwrittenMs >= unwrittenNeedsHandMs
      ? {
          state: 'needsHand',
          meaning: message('databaseUnwritten', { seconds: Math.floor(unwrittenMs / 1_000) }),
          action: message('databaseUnwrittenAction'),
        }
      : undefined,
    facts.unmigrated > 0
      ? {
          state: 'needsHand',
          meaning: message('databaseNotMigrated', { count: facts.unmigrated }),
          action: message('databaseNotMigratedAction'),
        }
      : undefined,
    share >= manyConnections
      ? {
          state: share >= tooManyConnections ? 'needsHand' : 'attention',
          meaning: message('databaseConnections', { count: facts.connections, most: facts.mostConnections }),
          action: message('databaseConnectionsAction'),
        }
      : undefined,
    facts.answerMs >= slowAnswerMs
      ? {
          state: facts.answerMs >= tooSlowAnswerMs ? 'needsHand' : 'attention',
          meaning: message('databaseSlow', { ms: Math.round(facts.answerMs) }),
          action: message('databaseSlowAction'),
        }
      : undefined,
  ]
}

/**
 * The database; null where it does not answer.
 * @param unwrittenMs since it took the last write of the process that asks
 */
export const assessDatabase = (facts: DatabaseFacts | null, unwrittenMs = 0): Assessment => {
  if (facts === null)
    return {
      state: 'needsHand',
      meaning: message('databaseUnreachable'),
      action: message('databaseUnreachableAction'),
      facts: [],
    }
  return {
    ...gravest<Judgement>(well(message('databaseWell')), ...judgementsOf(facts, unwrittenMs)),
    facts: [
      { name: '場所', value: facts.host ?? '内蔵' },
      { name: 'PostgreSQL', value: facts.version },
      { name: '大きさ', value: sizeInWords(facts.bytes) },
      { name: '接続', value: `${facts.connections} / ${facts.mostConnections}` },
      { name: '応答', value: `${Math.round(facts.answerMs)} ミリ秒` },
    ],
  }
}

/** The standby. @param hasStandby undefined where the configuration names one host */
export const assessStandby = (hasStandby: boolean | undefined): Assessment => {
  if (hasStandby === undefined) return { ...unused(message('standbyNone')), facts: [] }
  return hasStandby
    ? { ...well(message('standbyReady')), facts: [] }
    : { state: 'needsHand', meaning: message('standbyMissing'), action: message('standbyAction'), facts: [] }
}
