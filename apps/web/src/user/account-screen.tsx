import { roleNames } from '@mimamori/contract/role'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useSignOut } from '../kit/use-sign-out.ts'
import { productName, version } from '../platform/brand.tsx'
import { usePhrase } from '../platform/phrases.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './account-screen.module.css'
import { PushField } from './push-field.tsx'
import { ModeField } from './mode-field.tsx'

const none = 'なし'

/** One's own account: who one is here, the password, the look of the screen, the way out. */
export const AccountScreen = () => {
  const viewer = useViewer()
  const signOut = useSignOut()
  const phrase = usePhrase()
  const facts = [
    [labels.user.fullName, viewer.displayName],
    [labels.user.userName, viewer.userName],
    [labels.user.roleKey, phrase(roleNames[viewer.roleKey])],
    [labels.user.companyName, viewer.companyName ?? phrase(none)],
    [labels.user.officeName, viewer.officeName ?? phrase(none)],
    [labels.user.groupName, viewer.groupName ?? phrase(none)],
    ['バージョン', `${productName} ${version}`],
  ] as const
  return (
    <>
      <PageTitle />
      <Panel>
        <dl className={styles['facts']}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className={styles['label']}>{phrase(label)}</dt>
              <dd className={label === labels.user.userName ? 'id' : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
        {viewer.card === undefined && (
          <>
            <section className={styles['part']}>
              <h2 className={styles['name']}>{phrase('パスワード')}</h2>
              <Link to={screens.changePassword.path}>{phrase('パスワードを変更する')}</Link>
            </section>
            <section className={styles['part']}>
              <h2 className={styles['name']}>{phrase(screens.accountSecurity.title)}</h2>
              <Link to={screens.accountSecurity.path}>{phrase('二段階認証と、ログイン中の端末')}</Link>
            </section>
            <section className={styles['part']}>
              <h2 className={styles['name']}>{phrase('通知')}</h2>
              <PushField />
            </section>
          </>
        )}
        <section className={styles['part']}>
          <h2 className={styles['name']}>{phrase('画面の明るさ')}</h2>
          <ModeField />
        </section>
        <section className={styles['part']}>
          <h2 className={styles['name']}>{phrase('ログアウト')}</h2>
          <Button onClick={signOut}>{phrase('ログアウトする')}</Button>
        </section>
      </Panel>
    </>
  )
}
