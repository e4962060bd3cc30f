import LockOutlined from '@ant-design/icons/LockOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { call } from '../../platform/api.ts'
import { queryClient } from '../../platform/query.ts'

type Person = { readonly userId: number; readonly userName: string; readonly fullName: string; readonly isLockedOut: boolean }

/** The login ID of somebody, shown beside the name: two people may have one. */
export const loginInBrackets = ({ userName }: Pick<Person, 'userName'>): string =>
  message('besideName', { label: labels.user.userName, code: userName })

/** Asks, and lets somebody in again who was locked out. @returns whether they are in */
export const askToUnlock = async (person: Omit<Person, 'isLockedOut'>): Promise<boolean> => {
  const { userId, fullName } = person
  const body = `${message('unlockConfirm', { name: fullName, code: loginInBrackets(person) })}\n${message('unlockHint')}`
  if (!(await confirm({ body, verb: 'ロックを解除する' }))) return false
  try {
    await call(endpoints.userRole.unlock, { params: { id: userId } })
    notify.success(message('unlocked'))
    return true
  } catch (error) {
    void showFailure(error)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: [endpoints.userRole.list.path] })
  }
}

/** Lets somebody in again who was locked out; nothing at all for everybody else. */
export const UnlockButton = ({ person }: { readonly person: Person }) => {
  if (!person.isLockedOut) return null
  return (
    <Button
      size="small"
      icon={<LockOutlined aria-hidden="true" />}
      aria-label={`${person.fullName}のロックを解除`}
      onClick={() => void askToUnlock(person)}
    >
      ロック解除
    </Button>
  )
}
