import WarningOutlined from '@ant-design/icons/WarningOutlined'
import { labels } from '@mimamori/contract/labels'
import { healthScope, readScopeContents, readScopeNames, readScopes } from '@mimamori/contract/read-scope'
import { Checkbox } from 'antd'
import { GroupField } from '../kit/form/field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { useViewer } from '../platform/viewer.ts'
import type { TokenForm } from './token-form.ts'
import styles from './scope-fields.module.css'

const calls = readScopes.filter((scope) => scope !== healthScope)

/** What the token reads, and apart from it whether health values are among that. */
export const ScopeFields = ({ form }: { readonly form: FormState<typeof TokenForm> }) => {
  const viewer = useViewer()
  const chosen = form.draft.scopes ?? []
  const isAllowed = viewer.roleKey === 'AdminUnitContract'
  const turn = (scope: (typeof readScopes)[number], isOn: boolean) =>
    form.set(
      'scopes',
      readScopes.filter((one) => (one === scope ? isOn : chosen.includes(one))),
    )
  return (
    <>
      <GroupField form={form} name="scopes" said="" hint={<p>使う値だけを選んでください。あとから変えられません。</p>}>
        {({ id }) => (
          <div className={styles['scopes']}>
            {calls.map((scope, index) => (
              <Checkbox
                key={scope}
                {...(index === 0 && { id })}
                checked={chosen.includes(scope)}
                onChange={(event) => turn(scope, event.target.checked)}
              >
                <span className={styles['name']}>{readScopeNames[scope]}</span>
                <span className={styles['content']}>{readScopeContents[scope]}</span>
              </Checkbox>
            ))}
          </div>
        )}
      </GroupField>
      <div className={styles['health']} role="group" aria-label={`${labels.apiToken.scopes}　${readScopeNames[healthScope]}`}>
        <Checkbox
          checked={chosen.includes(healthScope)}
          disabled={!isAllowed}
          onChange={(event) => turn(healthScope, event.target.checked)}
        >
          <span className={styles['name']}>{readScopeNames[healthScope]}</span>
          <span className={styles['content']}>{readScopeContents[healthScope]}</span>
        </Checkbox>
        {!isAllowed && <p className={styles['note']}>会社の契約管理者だけが付けられます。</p>}
        {chosen.includes(healthScope) && (
          <p className={styles['warning']} role="status">
            <WarningOutlined aria-hidden="true" />
            <span>健康に関する値が会社の外に出ます。受け取る側の扱いを確かめ、作業者に知らせてから作ってください。</span>
          </p>
        )}
      </div>
    </>
  )
}
