import LockOutlined from '@ant-design/icons/LockOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'

type Person = { readonly userId: number; readonly fullName: string; readonly isLockedOut: boolean }

/** Lets somebody in again who was locked out; nothing at all for everybody else. */
export const UnlockButton = ({ person }: { readonly person: Person }) => {
  if (!person.isLockedOut) return null
  const unlock = async () => {
    const body = `${message('unlockConfirm', { name: person.fullName })}\n${message('unlockHint')}`
    if (!(await confirm({ body, verb: 'ロックを解除する' }))) return
    try {
      await call(endpoints.userRole.unlock, { params: { id: person.userId } })
      notify.success(message('unlocked'))
    } catch (error) {
      void showFailure(error)
    }
    await queryClient.invalidateQueries({ queryKey: [endpoints.userRole.list.path] })
  }
  return (
    <Button
      size="small"
      icon={<LockOutlined aria-hidden="true" />}
      aria-label={`${person.fullName}のロックを解除`}
      onClick={() => void unlock()}
    >
      ロック解除
    </Button>
  )
}
