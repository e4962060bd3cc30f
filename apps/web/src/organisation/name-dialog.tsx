import type { WallboardLinkDraft } from '@mimamori/contract/wallboard'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { errorLines } from '../platform/call-error.ts'

type NameDialogProps<Made> = {
  /** Tells this form apart from others that a browser remembers. */
  readonly id: string
  readonly resource: 'wallboardLink' | 'ingestKey'
  readonly schema: typeof WallboardLinkDraft
  readonly title: string
  readonly placeholder: string
  readonly hint: string
  readonly make: (name: string) => Promise<Made>
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}

/** Asks what a new link or key is to be called, and makes it. */
export const NameDialog = <Made,>({ id, resource, schema, title, placeholder, hint, make, onMade, onClose }: NameDialogProps<Made>) => {
  const [refused, setRefused] = useState('')
  const form = useForm(id, {
    schema,
    resource,
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      setRefused('')
      try {
        onMade(await make(name))
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
      title={title}
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
        <TextField form={form} name="name" placeholder={placeholder} hint={hint} />
      </form>
    </Modal>
  )
}
