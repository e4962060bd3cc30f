import { endpoints } from '@mimamori/contract/endpoints'
import { IngestKeyEnd, type IngestKeyRow } from '@mimamori/contract/ingest-key'
import { message } from '@mimamori/contract/messages'
import { notify } from '../../kit/notify.ts'
import { DraftDialog } from '../panels/draft-dialog.tsx'
import { KeyEndField, keyEndFaults } from './key-end-field.tsx'
import { call } from '../../platform/api.ts'

/** Who gets a mail before a key ends. */
export const keyEndNote = '30日前、7日前、前日に、会社の管理者にメールで知らせます。'

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
    {(form) => <KeyEndField form={form} note={keyEndNote} />}
  </DraftDialog>
)
