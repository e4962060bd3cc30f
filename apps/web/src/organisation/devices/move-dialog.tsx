import { message } from '@mimamori/contract/messages'
import { wireInteger } from '@mimamori/contract/wire'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { Banner } from '../../kit/banner.tsx'
import { FixedField } from '../../kit/form/form-section.tsx'
import { SelectField } from '../../kit/form/select-field.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { notify } from '../../kit/notify.ts'
import { useOpener } from '../../kit/use-opener.ts'
import { AnswerError, errorLines, type ErrorLine } from '../../platform/call-error.ts'
import { queryClient } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import { lossesOf, type DeviceAttachments } from './device-attachments.ts'
import styles from './move-dialog.module.css'
import { useOffices, type OfficeChoice } from '../offices/office-choices.ts'

type MoveProps = {
  /** The device's number. */
  readonly name: string
  /** Where it is now. */
  readonly office: { readonly officeId: number; readonly officeName: string }
  readonly attachments: DeviceAttachments
  /** Sends it to another office; `fromOfficeId` says where it comes from, so that its namesake elsewhere stays. */
  readonly move: (to: { readonly officeId: number; readonly fromOfficeId: number }) => Promise<unknown>
  /** Paths whose lists show the device or what was linked with it. */
  readonly listPaths: readonly string[]
}

const Target = z.object({ officeId: wireInteger(1) })

const Losses = ({ attachments }: { readonly attachments: DeviceAttachments }) => {
  const { placeName = null, isTold = false } = attachments
  const losses = [
    ...lossesOf(attachments),
    ...(placeName === null ? [] : [`場所の名前「${placeName}」は消えます。移した先で付け直してください。`]),
    ...(isTold ? ['機器に送っている途中の設定は取り消されます。'] : []),
  ]
  if (losses.length === 0) return <p className={styles['stays']}>これまでの測定値とアラートの記録は残ります。</p>
  return (
    <section className={styles['losses']} aria-label="移すと失われるもの">
      <p className={styles['heading']}>移すと失われるもの</p>
      <ul>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p className={styles['stays']}>これまでの測定値とアラートの記録は残ります。</p>
    </section>
  )
}

const MoveDialog = ({
  name,
  office,
  attachments,
  move,
  listPaths,
  others,
  onClose,
}: MoveProps & { readonly others: readonly OfficeChoice[]; readonly onClose: () => void }) => {
  const viewer = useViewer()
  const [refused, setRefused] = useState<readonly ErrorLine[]>([])
  const nameOf = ({ officeName, companyName }: OfficeChoice) => (viewer.companyId === null ? `${officeName}（${companyName}）` : officeName)

  const form = useForm('move', {
    schema: Target,
    resource: 'device',
    initial: { officeId: null },
    onSubmit: async ({ officeId }) => {
      setRefused([])
      try {
        await move({ officeId, fromOfficeId: office.officeId })
      } catch (error) {
        setRefused(errorLines(error))
        // Anyone who changed the device meanwhile may have moved it: the list behind shows its current state.
        if (error instanceof AnswerError) await refresh()
        return {}
      }
      notify.success(
        message('deviceMoved', { serial: name, office: others.find((other) => other.officeId === officeId)?.officeName ?? '' }),
      )
      onClose()
      await refresh()
      return undefined
    },
  })
  const refresh = () => Promise.all(listPaths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

  return (
    <Modal
      open
      centered
      width={520}
      title={`${name}の拠点を移す`}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>やめる</Button>
          <Button type="primary" loading={form.submitting} onClick={() => void form.submit()}>
            移す
          </Button>
        </>
      }
    >
      {refused.length > 0 && <Banner kind="failure">{refused.map((line) => line.text).join('\n')}</Banner>}
      <FixedField label={form.labelOf('fromOfficeId')} value={office.officeName} />
      <SelectField
        form={{ ...form, labelOf: () => '移す先の拠点' }}
        name="officeId"
        choices={others.map((other) => ({ value: other.officeId, label: nameOf(other) }))}
      />
      <Losses attachments={attachments} />
    </Modal>
  )
}

/** Moves a device to another office, after saying what it loses; nothing at all for people without another office to send it to. */
export const MoveButton = (props: MoveProps) => {
  const { name, office } = props
  const viewer = useViewer()
  const offices = useOffices()
  const dialog = useOpener()
  const others = offices?.filter(({ officeId }) => officeId !== office.officeId) ?? []
  if (viewer.officeId !== null || others.length === 0) return null
  return (
    <>
      <Button type="text" size="small" aria-label={`${name}の拠点を移す`} onClick={dialog.open}>
        移す
      </Button>
      {dialog.isOpen && <MoveDialog {...props} others={others} onClose={dialog.close} />}
    </>
  )
}
