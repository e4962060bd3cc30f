import { channelTypeNames } from '@mimamori/contract/channel-fields'
import type { NotificationChannel } from '@mimamori/contract/notification-channel'
import { roleNames } from '@mimamori/contract/role'
import { Checkbox } from 'antd'
import { GroupField } from '../kit/form/field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { useViewer } from '../platform/viewer.ts'
import type { ChannelForm } from './channel-draft.ts'
import styles from './name-field.module.css'

type Props = { readonly form: FormState<typeof ChannelForm>; readonly channel: NotificationChannel }

/** Whether names leave the company by a channel: its own contract administrators alone may allow that; others may end it. */
export const NameField = ({ form, channel }: Props) => {
  const viewer = useViewer()
  const isAllowed = viewer.roleKey === 'AdminUnitContract'
  const { withNames } = form.draft
  const decider = `${channel.companyName}の${roleNames.AdminUnitContract}`
  return (
    <GroupField
      form={form}
      name="withNames"
      said=""
      hint={
        <span role="status">
          {withNames === true
            ? `姓と場所が、この${channelTypeNames[channel.type]}を読める人みんなに見えます。会社の外の人がいないか、確かめてください。年齢・心拍・連絡先は送りません。`
            : '場所だけを送ります。'}
          {!isAllowed && withNames !== true && `氏名を送るようにできるのは、${decider}です。`}
        </span>
      }
    >
      {({ id }) => (
        <Checkbox
          id={id}
          className={styles['check'] ?? ''}
          checked={withNames === true}
          disabled={!isAllowed && withNames !== true}
          onChange={(event) => form.set('withNames', event.target.checked)}
        >
          姓を送る
        </Checkbox>
      )}
    </GroupField>
  )
}
