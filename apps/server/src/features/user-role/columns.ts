import { WorkerDraft, keysOf } from '@mimamori/contract'
import { columnsOf } from '../../platform/database/column-of.ts'
import type { Database } from '../../platform/database/database-types.ts'

const { meditagId: _, meditagType: _m, safetyBeltId: _s, safetyBeltType: _t, ...draftFields } = WorkerDraft.shape

/** What a form says of a person and `app_user` keeps. What they wear is kept by `wear`. */
export type StoredField = keyof typeof draftFields

/**
 * The column of each of a person's fields. A field is kept in the column of its own name; one that has another is named
 * here. Lists, forms, files and the audit log all follow from this: a new field of the contract needs its column and no
 * more, and does not compile without.
 */
export const storedFields = {
  ...columnsOf(keysOf(draftFields)),
  userName: 'login_id',
} as const satisfies Record<StoredField, keyof Database['app_user']>

/** Fields that are days to people and kept as the instant at which the day begins in Japan. */
export const instantFields = ['consentAt', 'consentWithdrawnAt'] as const satisfies readonly StoredField[]
export type InstantField = (typeof instantFields)[number]

const instants: ReadonlySet<string> = new Set(instantFields.map((field) => storedFields[field]))
export const isInstant = (column: string): boolean => instants.has(column)
