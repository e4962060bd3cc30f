import { endpoints } from '@mimamori/contract/endpoints'
import { IngestKeyDraft } from '@mimamori/contract/ingest-key'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import type { MadeKey } from './key-examples.ts'

type MakeKeyProps = { readonly officeId: number; readonly onMade: (made: MadeKey) => void; readonly onClose: () => void }

/** Asks what a new key is to be called, and makes it. */
export const MakeKeyDialog = ({ officeId, onMade, onClose }: MakeKeyProps) => {
  const [refused, setRefused] = useState('')
  const form = useForm('ingest-key', {
    schema: IngestKeyDraft,
    resource: 'ingestKey',
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      setRefused('')
      try {
        onMade(await call(endpoints.ingestKey.create, { params: { id: officeId }, body: { name } }))
      } catch (error) {
        setRefused(
          errorLines(error)
            .map((line) => line.text)
            .join('\n'),
        )
        return {}
      }
      return undefined
    },
  })
  return (
    <Modal
      open
      centered
      width={460}
      title="受信キーを作る"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>やめる</Button>
          <Button type="primary" loading={form.submitting} onClick={() => void form.submit()}>
            作る
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        {refused !== '' && <Banner kind="failure">{refused}</Banner>}
        <TextField form={form} name="name" placeholder="例 東ゲートの親機" hint="100文字まで。どこから送るかが分かる名前" />
      </form>
    </Modal>
  )
}
