import { endpoints } from '@mimamori/contract/endpoints'
import { IngestKeyDraft } from '@mimamori/contract/ingest-key'
import { useState } from 'react'
import { RadioField } from '../../kit/form/radio-field.tsx'
import { TextField } from '../../kit/form/text-field.tsx'
import { call } from '../../platform/api.ts'
import { queryClient } from '../../platform/query.ts'
import { DraftDialog } from '../panels/draft-dialog.tsx'
import { keyEndNote } from './key-end-dialog.tsx'
import { KeyEndField, keyEndFaults } from './key-end-field.tsx'
import type { MadeKey } from './key-examples.ts'
import { SecretDialog } from './secret-dialog.tsx'

const uses = [
  { value: '0', label: '見守りに使う' },
  { value: '1', label: '試験用' },
]

/** Asks the lists of keys again. */
export const refreshKeys = () => queryClient.invalidateQueries({ queryKey: [endpoints.ingestKey.list.path] })

type Props = {
  readonly officeId: number
  /** Called once the key exists, while its secret is still shown. */
  readonly onMade?: () => void
  readonly onClose: () => void
}

/** Makes a key of a site, and shows its secret this once. */
export const NewKeyDialog = ({ officeId, onMade, onClose }: Props) => {
  const [made, setMade] = useState<MadeKey>()
  if (made !== undefined) return <SecretDialog made={made} officeId={officeId} onClose={onClose} />
  return (
    <DraftDialog
      id="ingest-key"
      resource="ingestKey"
      schema={IngestKeyDraft}
      initial={{ name: '', endsOn: null, trial: '0' }}
      title="受信キーを作る"
      verb="作る"
      save={async (body) => {
        setMade(await call(endpoints.ingestKey.create, { params: { id: officeId }, body }))
        void refreshKeys()
        onMade?.()
      }}
      faultsOf={keyEndFaults}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" placeholder="例 東ゲートの親機" hint="100文字まで。どこから送るかが分かる名前" />
          <RadioField
            form={form}
            name="trial"
            choices={uses}
            hint="試験用のキーで届いた測定値には、読めたか、何がよくないかを答えます。判定も保存もしません。送る側を作るときに使います。"
          />
          <KeyEndField form={form} note={keyEndNote} />
        </>
      )}
    </DraftDialog>
  )
}
