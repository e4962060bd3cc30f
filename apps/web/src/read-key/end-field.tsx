import type { ApiTokenEnd } from '@mimamori/contract/api-token'
import { dayMs } from '@mimamori/contract/day'
import type { z } from 'zod'
import { DateField } from '../kit/form/date-field.tsx'
import { type Needs, partOf } from '../kit/form/part-of.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'

type Props<Schema extends z.ZodObject> = { readonly form: FormState<Schema> } & Needs<Schema, 'endsOn'>

/** The last day of a token. */
export const EndField = <Schema extends z.ZodObject>({ form }: Props<Schema>) => (
  <DateField
    form={partOf<typeof ApiTokenEnd>(form)}
    name="endsOn"
    earliest={dateOf(useNow(60_000) + dayMs)}
    hint="この日まで使えます。7日前と前日に、会社の管理者にメールで知らせます。"
  />
)
