import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { connection, ConnectionDraft, connectionTypes } from '@mimamori/contract/connection'
import { connectionPresets, mappingOfPreset } from '@mimamori/contract/connection-presets'
import { screens } from '@mimamori/contract/screens'
import { isAmong, keysOf } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { z } from 'zod'
import { RadioField } from '../kit/form/radio-field.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { refreshConnections } from './connection-calls.ts'
import { typeNames } from './connection-words.ts'
import { canJudgeHeat, noHeatJudged } from './heat-fields.ts'
import type { MadeSecret } from './secret-line.tsx'

const presetKeys = keysOf(connectionPresets)
// The mapping as it is chosen here: by the name of a preset.
const Draft = ConnectionDraft.pick({ type: true, name: true }).extend({ mapping: z.string().nullable() })
const types = connectionTypes.map((value) => ({ value, label: typeNames[value] }))
const presets = presetKeys.map((value) => ({ value, label: connectionPresets[value].name }))

/** What is said beneath the choice of a model: first of all where it alone cannot tell how hot it is. */
const hintOf = (key: string | null | undefined): string => {
  const isUnable = key != null && isAmong(presetKeys, key) && !canJudgeHeat(mappingOfPreset(key))
  return isUnable ? `この機種だけでは、${noHeatJudged}` : '機種が分かっているときに選びます。あとから、届いた1件を見ながら変えられます。'
}

type Props = { readonly officeId: number; readonly onMade: (made: MadeSecret) => void }

/** Adds a connection and shows its secret, this once. */
export const AddConnection = ({ officeId, onMade }: Props) => {
  const dialog = useOpener()
  const navigate = useNavigate()
  const save = async ({ type, name, mapping: preset }: z.output<typeof Draft>) => {
    const mapping = preset !== null && isAmong(presetKeys, preset) ? [...mappingOfPreset(preset)] : []
    const { id, secret } = await call(connection.create, { body: { officeId, type, name, mapping } })
    dialog.close()
    await refreshConnections()
    await navigate({ to: screens.connection.path, search: { OfficeId: officeId, id } })
    onMade({ id, secret })
  }
  return (
    <>
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
        連携を追加
      </Button>
      {dialog.isOpen && (
        <DraftDialog
          id="connection"
          resource="connection"
          schema={Draft}
          initial={{ type: 'chirpstack', name: '', mapping: null }}
          title="連携を追加"
          verb="追加する"
          save={save}
          onClose={dialog.close}
        >
          {(form) => (
            <>
              <RadioField form={form} name="type" choices={types} hint="LoRaWANのネットワークサーバー" />
              <TextField form={form} name="name" placeholder="例 構内 LoRaWAN" hint="100文字まで。どこの受信機かが分かる名前" />
              <SelectField form={form} name="mapping" choices={presets} placeholder="あとで決める" hint={hintOf(form.draft.mapping)} />
            </>
          )}
        </DraftDialog>
      )}
    </>
  )
}
