import { ConnectionChange, type ConnectionDetail } from '@mimamori/contract/connection'
import { message } from '@mimamori/contract/messages'
import { TextField } from '../kit/form/text-field.tsx'
import { notify } from '../kit/notify.ts'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { changeConnection } from './connection-calls.ts'

const Draft = ConnectionChange.pick({ name: true, applicationId: true })

type Props = { readonly connection: ConnectionDetail; readonly onClose: () => void }

/** Renames a connection, and names the application whose messages are read at a broker. */
export const EditDialog = ({ connection: { id, version, type, name, applicationId }, onClose }: Props) => (
  <DraftDialog
    id="connection-edit"
    resource="connection"
    schema={Draft}
    initial={{ name, applicationId: applicationId ?? '' }}
    title="連携を編集"
    verb="保存する"
    save={async (draft) => {
      await changeConnection(id, { version, name: draft.name, ...(type === 'chirpstack' && { applicationId: draft.applicationId }) })
      notify.success(message('C003'))
      onClose()
    }}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextField form={form} name="name" hint="100文字まで" />
        {type === 'chirpstack' && (
          <TextField
            form={form}
            name="applicationId"
            face="id"
            placeholder="例 3f1e2d4c-5b6a-4798-8899-aabbccddeeff"
            hint="このサーバーがChirpStackと同じブローカー（MQTT）を読むときだけ入れます。ChirpStackのアプリケーションの画面に出ているIDです。"
          />
        )}
      </>
    )}
  </DraftDialog>
)
