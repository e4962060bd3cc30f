import { endpoints } from '@mimamori/contract/endpoints'
import { IngestKeyEnd, type IngestKeyRow } from '@mimamori/contract/ingest-key'
import { message } from '@mimamori/contract/messages'
import type { z } from 'zod'
import type { FieldErrors } from '../kit/form/check.ts'
import { DateField } from '../kit/form/date-field.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { DraftDialog } from '../organisation/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'

type FieldProps<Schema extends z.ZodObject> = { readonly form: FormState<Schema> } & Needs<Schema, 'endsOn'>

const dayMs = 86_400_000

/** Until when a key is good: what is to end today is stopped instead. */
export const KeyEndField = <Schema extends z.ZodObject>({ form }: FieldProps<Schema>) => (
  <DateField
    form={partOf<typeof IngestKeyEnd>(form)}
    name="endsOn"
    earliest={dateOf(useNow(60_000) + dayMs)}
    hint="この日まで使えます。空なら期限なし。30日前、7日前、前日に、会社の管理者にメールで知らせます。"
  />
)

/** A day that is past is said where it was typed. */
export const keyEndFaults = (error: unknown): FieldErrors | undefined =>
  errorLines(error).some(({ text }) => text === message('ingestKeyEndPast')) ? { endsOn: message('ingestKeyEndPast') } : undefined

type Props = {
  readonly row: IngestKeyRow
  readonly officeId: number
  readonly refresh: () => Promise<unknown>
  readonly onClose: () => void
}

/** Changes until when a key is good. */
export const KeyEndDialog = ({ row: { id, name, endsOn }, officeId, refresh, onClose }: Props) => (
  <DraftDialog
    id="ingest-key-end"
    resource="ingestKey"
    schema={IngestKeyEnd}
    initial={{ endsOn }}
    title={`受信キー「${name}」の期限`}
    verb="変える"
    save={async (body) => {
      await call(endpoints.ingestKey.changeEnd, { params: { id: officeId, keyId: id }, body })
      notify.success(message('ingestKeyEndChanged', { name }))
      await refresh()
      onClose()
    }}
    faultsOf={keyEndFaults}
    onClose={onClose}
  >
    {(form) => <KeyEndField form={form} />}
  </DraftDialog>
)
