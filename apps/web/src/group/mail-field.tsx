import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { GroupField } from '../kit/form/field.tsx'
import { useFormMode } from '../kit/form/form-mode.ts'
import { controlId } from '../kit/form/control-id.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { addressFault } from './address-fault.ts'
import styles from './mail-field.module.css'
import type { GroupForm } from './seats.ts'

const TestButton = ({ address }: { readonly address: string }) => {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await call(endpoints.group.testMail, { params: { address } })
      notify.success(message('testMailSent', { address }))
    } catch (error) {
      void showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={busy} aria-label={`${address} にテスト送信`} onClick={() => void send()}>
      テスト送信
    </Button>
  )
}

/** The addresses that a group's alerts are mailed to: added, tried out, taken out; kept only with the form, a typed one too. */
export const MailField = ({ form }: { readonly form: FormState<typeof GroupForm> }) => {
  const typed = form.draft.typedAddress ?? ''
  const setTyped = (address: string) => form.set('typedAddress', address)
  const [fault, setFault] = useState<string>()
  const reading = useFormMode() === 'view'
  const addresses = form.draft.listEmailAlert ?? []

  const add = () => {
    const found = addressFault(typed, addresses)
    setFault(found)
    if (found !== undefined) return
    form.set('listEmailAlert', [...addresses, typed.trim()])
    setTyped('')
  }
  const takeOut = (gone: string) => {
    form.set(
      'listEmailAlert',
      addresses.filter((other) => other !== gone),
    )
    // The button that was pressed goes with the address.
    document.getElementById(controlId(form.id, 'listEmailAlert'))?.focus()
  }
  const rows = (
    <ul className={styles['addresses']}>
      {addresses.map((address) => (
        <li key={address} className={styles['address']}>
          <span className={styles['text']}>{address}</span>
          {!reading && (
            <>
              <TestButton address={address} />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={`${address} を削除`}
                onClick={() => takeOut(address)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )

  return (
    <GroupField form={form} name="listEmailAlert" said={addresses.length === 0 ? null : rows}>
      {({ id, status }) => (
        <>
          {addresses.length > 0 && rows}
          <div className={styles['add']}>
            <Input
              id={id}
              className={styles['input'] ?? ''}
              aria-label="追加するメールアドレス"
              aria-invalid={status === 'error' || fault !== undefined}
              aria-describedby={`${id}-fault`}
              status={fault === undefined ? status : 'error'}
              inputMode="email"
              autoComplete="off"
              placeholder="name@example.jp"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setFault(undefined)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                // Enter adds the address; it must not send the whole form.
                event.preventDefault()
                add()
              }}
            />
            <Button icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
              追加
            </Button>
          </div>
          {/* A save says the same below the field. */}
          <p id={`${id}-fault`} role="alert" className={styles['fault']}>
            {status === 'error' ? undefined : fault}
          </p>
        </>
      )}
    </GroupField>
  )
}
