import { ApiTokenDraft } from '@mimamori/contract/api-token'
import { message } from '@mimamori/contract/messages'
import { Day } from '@mimamori/contract/wire'
import { z } from 'zod'
import type { FieldErrors } from '../kit/form/check.ts'
import { errorLines } from '../platform/call-error.ts'

/** What the form of a new token holds: no sites are all sites, and the end is in sight. */
export const TokenForm = ApiTokenDraft.extend({ officeIds: z.array(z.number().int()), endsOn: Day })

/** A day that is past is said where it was typed. */
export const endFaults = (error: unknown): FieldErrors | undefined =>
  errorLines(error).some(({ text }) => text === message('ingestKeyEndPast')) ? { endsOn: message('ingestKeyEndPast') } : undefined
