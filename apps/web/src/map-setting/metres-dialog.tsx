import { MapDraft } from '@mimamori/contract/site-map'
import { Button, Modal } from 'antd'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'

const schema = MapDraft.pick({ imageMetres: true })

type MetresDialogProps = {
  readonly metres: number | null
  readonly onTake: (metres: number | null) => void
  readonly onClose: () => void
}

/** Asks how many metres the drawing is wide. */
export const MetresDialog = ({ metres, onTake, onClose }: MetresDialogProps) => {
  const form = useForm('map-metres', {
    schema,
    resource: 'siteMap',
    initial: { imageMetres: metres === null ? '' : String(metres) },
    onSubmit: async ({ imageMetres }) => onTake(imageMetres ?? null),
    onSaved: onClose,
  })
  return (
    <Modal
      open
      centered
      width={420}
      title="図面の横幅"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>やめる</Button>
          <Button type="primary" onClick={() => void form.submit()}>
            決定する
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <TextField
          form={form}
          name="imageMetres"
          inputMode="decimal"
          placeholder="例 60"
          hint="図面の左の端から右の端までが、現場で何メートルかを入れます。暑さの等値線をマップに描くために使います。"
        />
      </form>
    </Modal>
  )
}
