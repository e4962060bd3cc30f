import { dayMs } from '@mimamori/contract/day'
import type { IngestKeyEnd } from '@mimamori/contract/ingest-key'
import { message } from '@mimamori/contract/messages'
import type { z } from 'zod'
import type { FieldErrors } from '../../kit/form/check.ts'
import { DateField } from '../../kit/form/date-field.tsx'
import { partOf, type Needs } from '../../kit/form/part-of.ts'
import type { FormState } from '../../kit/form/use-form.ts'
import { errorLines } from '../../platform/call-error.ts'
import { useNow } from '../../platform/clock.ts'
import { dateOf } from '../../platform/japan-time.ts'

type FieldProps<Schema extends z.ZodObject> = { readonly form: FormState<Schema>; readonly note: string } & Needs<Schema, 'endsOn'>

/** Until when a key or a link is good: what is to end today is stopped instead. */
export const KeyEndField = <Schema extends z.ZodObject>({ form, note }: FieldProps<Schema>) => (
  <DateField
    form={partOf<typeof IngestKeyEnd>(form)}
    name="endsOn"
    earliest={dateOf(useNow(60_000) + dayMs)}
    hint={`この日まで使えます。空なら期限なし。${note}`}
  />
)

/** A day that is past is said where it was typed. */
export const keyEndFaults = (error: unknown): FieldErrors | undefined =>
  errorLines(error).some(({ text }) => text === message('ingestKeyEndPast')) ? { endsOn: message('ingestKeyEndPast') } : undefined
