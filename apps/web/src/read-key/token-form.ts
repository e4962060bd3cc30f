import { ApiTokenDraft } from '@mimamori/contract/api-token'
import { message } from '@mimamori/contract/messages'
import { Day } from '@mimamori/contract/wire'
import type { FieldErrors } from '../kit/form/check.ts'
import { errorLines } from '../platform/call-error.ts'

/** What the form of a new token holds: its end is in sight. */
export const TokenForm = ApiTokenDraft.extend({ endsOn: Day })

/** A day that is past is said where it was typed. */
export const endFaults = (error: unknown): FieldErrors | undefined =>
  errorLines(error).some(({ text }) => text === message('ingestKeyEndPast')) ? { endsOn: message('ingestKeyEndPast') } : undefined
