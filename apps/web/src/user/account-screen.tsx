import { roleNames } from '@mimamori/contract/role'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useSignOut } from '../kit/use-sign-out.ts'
import { productName, version } from '../platform/brand.tsx'
import { useViewer } from '../platform/viewer.ts'
import styles from './account-screen.module.css'
import { PushField } from './push-field.tsx'
import { ModeField } from './mode-field.tsx'
import { Phrase } from '../kit/phrase.tsx'

/** One's own account: who one is here, the password, the look of the screen, the way out. */
export const AccountScreen = () => {
  const viewer = useViewer()
  const signOut = useSignOut()
  const orNone = (name: string | null) => name ?? <Phrase text="なし" />
  const facts = [
    { label: labels.user.fullName, value: viewer.displayName },
    { label: labels.user.userName, value: viewer.userName },
    { label: labels.user.roleKey, value: <Phrase text={roleNames[viewer.roleKey]} /> },
    { label: labels.user.companyName, value: orNone(viewer.companyName) },
    { label: labels.user.officeName, value: orNone(viewer.officeName) },
    { label: labels.user.groupName, value: orNone(viewer.groupName) },
    { label: 'バージョン', value: `${productName} ${version}` },
  ]
  return (
    <>
      <PageTitle />
      <Panel>
        <dl className={styles['facts']}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className={styles['label']}>
                <Phrase text={label} />
              </dt>
              <dd className={label === labels.user.userName ? 'id' : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
        {viewer.card === undefined && (
          <>
            <section className={styles['part']}>
              <h2 className={styles['name']}>
                <Phrase text="パスワード" />
              </h2>
              <Link to={screens.changePassword.path}>
                <Phrase text="パスワードを変更する" />
              </Link>
            </section>
            <section className={styles['part']}>
              <h2 className={styles['name']}>
                <Phrase text={screens.accountSecurity.title} />
              </h2>
              <Link to={screens.accountSecurity.path}>
                <Phrase text="二段階認証と、ログイン中の端末" />
              </Link>
            </section>
            <section className={styles['part']}>
              <h2 className={styles['name']}>
                <Phrase text="通知" />
              </h2>
              <PushField />
            </section>
          </>
        )}
        <section className={styles['part']}>
          <h2 className={styles['name']}>
            <Phrase text="画面の明るさ" />
          </h2>
          <ModeField />
        </section>
        <section className={styles['part']}>
          <h2 className={styles['name']}>
            <Phrase text="ログアウト" />
          </h2>
          <Button onClick={signOut}>
            <Phrase text="ログアウトする" />
          </Button>
        </section>
      </Panel>
    </>
  )
}
