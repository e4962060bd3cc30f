import { endpoints } from '@mimamori/contract/endpoints'
import { WallboardLinkDraft } from '@mimamori/contract/wallboard'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import type { MadeLink } from './made-link-dialog.tsx'

type MakeLinkProps = { readonly officeId: number; readonly onMade: (made: MadeLink) => void; readonly onClose: () => void }

/** Asks what a new link is to be called, and makes it. */
export const MakeLinkDialog = ({ officeId, onMade, onClose }: MakeLinkProps) => {
  const [refused, setRefused] = useState('')
  const form = useForm('wallboard-link', {
    schema: WallboardLinkDraft,
    resource: 'wallboardLink',
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      setRefused('')
      try {
        onMade(await call(endpoints.wallboardLink.create, { params: { id: officeId }, body: { name } }))
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
      title="現場ボードのリンクを作る"
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
        <TextField form={form} name="name" placeholder="例 事務所のテレビ" hint="100文字まで。どの画面で使うかが分かる名前" />
      </form>
    </Modal>
  )
}
