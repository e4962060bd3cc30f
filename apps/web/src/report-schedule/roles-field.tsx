import { scheduleRoles } from '@mimamori/contract/report-schedule'
import { roleNames } from '@mimamori/contract/role'
import { Checkbox } from 'antd'
import { GroupField } from '../kit/form/field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import type { ScheduleForm } from './schedule-form.ts'
import styles from './schedule.module.css'

/** Which roles of the site get a plan: by mail, and as a notice where they have notices on. Leaders get their group's. */
export const RolesField = ({ form }: { readonly form: FormState<typeof ScheduleForm> }) => {
  const chosen = (form.draft.roles ?? '').split(',')
  return (
    <GroupField
      form={form}
      name="roles"
      hint="送る時点でこの拠点に登録されている人へ、メールと端末の通知で送ります。職長と副職長には自分のグループの分です。"
      said={scheduleRoles
        .filter((role) => chosen.includes(role))
        .map((role) => roleNames[role])
        .join('・')}
    >
      {({ id }) => (
        <div className={styles['roles']}>
          {scheduleRoles.map((role, index) => (
            <Checkbox
              key={role}
              {...(index === 0 && { id })}
              checked={chosen.includes(role)}
              onChange={({ target: { checked } }) =>
                form.set('roles', scheduleRoles.filter((one) => (one === role ? checked : chosen.includes(one))).join(','))
              }
            >
              {roleNames[role]}
            </Checkbox>
          ))}
        </div>
      )}
    </GroupField>
  )
}
