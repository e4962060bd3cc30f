import { ConnectionChange, type ConnectionDetail } from '@mimamori/contract/connection'
import { message } from '@mimamori/contract/messages'
import { TextField } from '../kit/form/text-field.tsx'
import { notify } from '../kit/notify.ts'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { useViewer } from '../platform/viewer.ts'
import { changeConnection } from './connection-calls.ts'

const Draft = ConnectionChange.pick({ name: true, applicationId: true })

type Props = { readonly connection: ConnectionDetail; readonly onClose: () => void }

/** Renames a connection, and names the application whose messages are read at a broker. */
export const EditDialog = ({ connection: { id, version, type, name, applicationId }, onClose }: Props) => {
  // An application's id is no secret: only those who serve all companies say whose it is.
  const isClaimer = useViewer().roleKey === 'AdminUnitService' && type === 'chirpstack'
  return (
    <DraftDialog
      id="connection-edit"
      resource="connection"
      schema={Draft}
      initial={{ name, applicationId: applicationId ?? '' }}
      title="連携を編集"
      verb="保存する"
      save={async (draft) => {
        await changeConnection(id, { version, name: draft.name, ...(isClaimer && { applicationId: draft.applicationId }) })
        notify.success(message('C003'))
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" hint="100文字まで" />
          {isClaimer && (
            <TextField
              form={form}
              name="applicationId"
              face="id"
              placeholder="例 3f1e2d4c-5b6a-4798-8899-aabbccddeeff"
              hint="このサーバーがChirpStackと同じブローカー（MQTT）を読むときだけ入れます。ChirpStackのアプリケーションの画面に出ているIDです。"
            />
          )}
          {type === 'chirpstack' && !isClaimer && (
            <DraftNote>
              ChirpStackと同じブローカー（MQTT）から読むときは、サービス管理者に、ChirpStackのアプリケーションIDを伝えてください。
            </DraftNote>
          )}
        </>
      )}
    </DraftDialog>
  )
}
