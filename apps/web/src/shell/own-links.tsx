import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useSignOut } from '../kit/use-sign-out.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './own-links.module.css'
import { TranslatedText } from '../kit/translated-text.tsx'
import { Phrase } from '../kit/phrase.tsx'

/** What concerns a worker's own account, at the end of the menu on a phone. */
export const OwnLinks = () => {
  const { card } = useViewer()
  const signOut = useSignOut()
  const ways = card === undefined ? [screens.account, screens.changePassword, screens.accountSecurity] : [screens.account]
  return (
    <ul className={styles['links']}>
      {ways.map(({ path, title }) => (
        <li key={path}>
          <Link to={path} className={styles['link'] ?? ''}>
            <Phrase text={title} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={screens.myData.path} className={styles['link'] ?? ''}>
          <TranslatedText name="myData.title" />
        </Link>
      </li>
      <li>
        <Button size="large" block onClick={signOut}>
          <Phrase text="ログアウト" />
        </Button>
      </li>
    </ul>
  )
}
