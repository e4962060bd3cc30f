import SendOutlined from '@ant-design/icons/SendOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import type { OutboxMail } from '@mimamori/contract/outbox-mail'
import { Button } from 'antd'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { lackingOf } from './words.ts'

/** Sends a mail again to those who do not have it; nothing where everybody has it, it has not been tried yet, or its text is gone. */
export const ResendButton = ({ mail }: { readonly mail: OutboxMail }) => {
  const [busy, setBusy] = useState(false)
  if (mail.state === 'sent' || mail.state === 'waiting' || mail.bodyGone) return null
  const resend = async () => {
    const addresses = lackingOf(mail).join('、')
    if (!(await confirm({ body: `${message('mailResendConfirm', { addresses })}\n${message('mailResendHint')}`, verb: 'もう一度送る' })))
      return
    setBusy(true)
    try {
      await call(endpoints.outboxMail.resend, { params: { id: mail.id } })
      notify.success(message('mailResent'))
    } catch (error) {
      void showFailure(error)
    } finally {
      setBusy(false)
    }
    await queryClient.invalidateQueries({ queryKey: [endpoints.outboxMail.list.path] })
  }
  return (
    <Button
      size="small"
      icon={<SendOutlined aria-hidden="true" />}
      loading={busy}
      aria-label={`${mail.subject} をもう一度送る`}
      onClick={() => void resend()}
    >
      再送
    </Button>
  )
}
