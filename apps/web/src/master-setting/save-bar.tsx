import { Button } from 'antd'
import { useChannelNames } from '../organisation/settings/use-channel-names.ts'
import styles from './save-bar.module.css'
import { changeInWords } from './setting-words.ts'
import type { SettingForm } from './use-setting-form.ts'

// The line has room for no more; the question before the save names them all.
const mostNamed = 3

/** What is not saved yet, by name, and what to do with it; always in sight. */
export const SaveBar = ({ form }: { readonly form: SettingForm }) => {
  const { changed, saving, save, discard } = form
  const channels = useChannelNames()
  const none = changed.length === 0
  return (
    <div className={styles['bar']} role="region" aria-label="保存">
      <p className={styles['state']} role="status">
        {none ? '変更はありません' : <strong>保存していない変更 {changed.length}</strong>}
        {!none && (
          <span className={styles['names']}>
            {changed
              .slice(0, mostNamed)
              .map((shown) => changeInWords(shown, channels))
              .join('、')}
            {changed.length > mostNamed && `、ほか${changed.length - mostNamed}項目`}
          </span>
        )}
      </p>
      <Button disabled={none} onClick={discard}>
        変更を取り消す
      </Button>
      <Button type="primary" disabled={none} loading={saving} onClick={() => void save()}>
        保存する
      </Button>
    </div>
  )
}
