import { type ConnectionDetail, ConnectionDevice } from '@mimamori/contract/connection'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { Field } from '../kit/form/field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { notify } from '../kit/notify.ts'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { changeConnection, devicesOf } from './connection-calls.ts'
import { keyOfDevice } from './device-choices.ts'
import { DeviceSelect } from './device-select.tsx'

const Draft = ConnectionDevice.pick({ devEui: true, kind: true, serialNumber: true })

type Props = { readonly connection: ConnectionDetail; readonly onClose: () => void }

/** Says which device a DevEUI is before it has sent anything. */
export const AddDeviceDialog = ({ connection, onClose }: Props) => (
  <DraftDialog
    id="connection-device"
    resource="connection"
    schema={Draft}
    initial={{ devEui: '', kind: null, serialNumber: null }}
    title="DevEUIを足す"
    verb="足す"
    save={async (draft) => {
      const others = devicesOf(connection).filter(({ devEui }) => devEui !== draft.devEui)
      await changeConnection(connection.id, { version: connection.version, devices: [...others, { ...draft, mapping: null }] })
      notify.success(message('C003'))
      onClose()
    }}
    onClose={onClose}
  >
    {(form) => {
      const { kind, serialNumber } = form.draft
      return (
        <>
          <TextField
            form={form}
            name="devEui"
            face="id"
            placeholder="例 24E1-2471-3C49-0127"
            hint="機器に印字された16桁。大文字・小文字も、区切りの記号も、どれでもかまいません。"
          />
          <Field form={form} name="serialNumber" hint={undefined} said={undefined}>
            {(control) => (
              <DeviceSelect
                officeId={connection.officeId}
                label={labels.connection.serialNumber}
                control={{ ...control, style: { width: '100%' } }}
                value={kind == null || serialNumber == null ? null : keyOfDevice({ kind, serialNumber: String(serialNumber) })}
                onChoose={(choice) => {
                  form.set('kind', choice.kind)
                  form.set('serialNumber', choice.serialNumber)
                }}
              />
            )}
          </Field>
        </>
      )
    }}
  </DraftDialog>
)
