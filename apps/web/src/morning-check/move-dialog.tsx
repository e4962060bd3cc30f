import { Input, Modal } from 'antd'
import { useState } from 'react'
import type { ShownCheck } from '../organisation/checks/apply-unsent.ts'
import { sendFollowUp } from '../organisation/checks/check-actions.ts'

const longest = 60

/** Records that somebody works elsewhere today: who records it has agreed it with them. */
export const MoveDialog = ({ person, onClose }: { readonly person: ShownCheck; readonly onClose: () => void }) => {
  const [movedTo, setMovedTo] = useState('')
  const [isSending, setSending] = useState(false)
  const save = async () => {
    setSending(true)
    const state = await sendFollowUp(person, 'moved', movedTo.trim() === '' ? null : movedTo.trim())
    setSending(false)
    if (state !== undefined) onClose()
  }
  return (
    <Modal
      open
      title={`${person.fullName}さんの持ち場を変える`}
      okText="変えたと記録する"
      cancelText="やめる"
      confirmLoading={isSending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <label htmlFor="moved-to">変えた先（なくてもよい）</label>
      <Input
        id="moved-to"
        size="large"
        autoComplete="off"
        maxLength={longest}
        placeholder="例 詰所の片付け"
        value={movedTo}
        onChange={(event) => setMovedTo(event.target.value)}
        onPressEnter={() => void save()}
      />
      <p>本人と話して決めたことを、記録に残します。グループや機器は変わりません。</p>
    </Modal>
  )
}
