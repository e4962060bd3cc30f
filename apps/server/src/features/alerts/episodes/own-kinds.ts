import { emergencyKinds } from '@mimamori/contract'
import { sql } from 'kysely'

/** The episodes about a person's own state: while one is open, what is lost of their data is marked there (decisions/0034). */
export const ownKinds = ['condition', ...emergencyKinds, 'report', 'noHeartRate'] as const

/** SQL: an episode (alias `a`) is one of these. */
export const isOwn = sql<boolean>`a.kind in (${sql.join(ownKinds.map((kind) => sql.lit(kind)))})`
