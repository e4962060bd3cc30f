import { type ConnectionDetail, ConnectionDevice, DevEui } from '@mimamori/contract/connection'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { Field } from '../kit/form/field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { notify } from '../kit/notify.ts'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { changeConnection, devicesOf } from './connection-calls.ts'
import { keyOfDevice } from './device-choices.ts'
import { DeviceSelect } from './device-select.tsx'

/** A DevEUI that is some device already must not become another unnoticed. */
const draftOf = ({ devices }: ConnectionDetail) => {
  const known = new Set(devices.map(({ devEui }) => devEui))
  return ConnectionDevice.pick({ kind: true, serialNumber: true }).extend({
    devEui: DevEui.refine((devEui) => !known.has(devEui), { params: { rule: 'knownDevEui' } }),
  })
}

type Props = { readonly connection: ConnectionDetail; readonly onClose: () => void }

/** Says which device a DevEUI is before it has sent anything. */
export const AddDeviceDialog = ({ connection, onClose }: Props) => (
  <DraftDialog
    id="connection-device"
    resource="connection"
    schema={draftOf(connection)}
    initial={{ devEui: '', kind: null, serialNumber: null }}
    title="DevEUIを足す"
    verb="足す"
    save={async (draft) => {
      const devices = [...devicesOf(connection), { ...draft, mapping: null }]
      await changeConnection(connection.id, { version: connection.version, devices })
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
