import type { CompanyStarted } from '@mimamori/contract/company-start'
import { useRef } from 'react'
import { KeyUse } from '../organisation/access-keys/key-use.tsx'
import { Copied } from '../organisation/panels/copied.tsx'
import { ShownOnceDialog } from '../organisation/panels/shown-once-dialog.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import styles from './started-dialog.module.css'

const question = 'パスワードと受信キーの秘密は、もう一度表示できません。コピーせずに閉じると、決め直すか、作り直すことになります。'

type Props = { readonly started: CompanyStarted; readonly onClose: () => void }

/** What was made, with the administrator's first password and the key's secret, this once. */
export const StartedDialog = ({ started, onClose }: Props) => {
  const { company, office, administrator, key } = started
  const { keep, close } = useShownOnce(() => ({ body: question, verb: 'コピーせずに閉じる' }), onClose)
  const copied = useRef(new Set<'password' | 'secret'>())
  // Each secret is kept by itself: having copied one says nothing of the other.
  const note = (what: 'password' | 'secret') => {
    copied.current.add(what)
    if (copied.current.size === (key === null ? 1 : 2)) keep()
  }
  return (
    <ShownOnceDialog
      width={720}
      title={`「${company.companyName}」を登録しました`}
      close={close}
      once={
        <>
          <strong>パスワード{key !== null && 'と秘密'}が表示されるのは、いまだけです。</strong> パスワードは{administrator.fullName}さんに
          {key === null ? '渡してください。' : '渡し、秘密は送信する機器に設定してください。'}
        </>
      }
    >
      <h3 className={styles['title']}>
        拠点管理者 {administrator.fullName}（{office.officeName}）
      </h3>
      <div className={styles['pair']}>
        <Copied label="ログインID" text={administrator.userName} />
        <Copied label="最初のパスワード" text={administrator.password} onCopied={() => note('password')} />
      </div>
      <p className={styles['note']}>最初のログインのときに、本人がパスワードを変えます。</p>
      {key !== null && (
        <>
          <h3 className={styles['title']}>受信キー「{key.name}」</h3>
          <KeyUse made={key} officeId={office.officeId} onCopied={() => note('secret')} />
        </>
      )}
    </ShownOnceDialog>
  )
}
