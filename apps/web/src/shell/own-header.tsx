import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined'
import { useTranslation } from '../platform/texts.ts'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { BrandMark } from '../platform/brand.tsx'
import { chooseOwnLanguage } from '../platform/language.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './own-header.module.css'
import { UserMenu } from './user-menu.tsx'

// A name in Latin letters has the full-width blank of the forms, too wide between them.
const spacedName = (name: string) => (/\p{Script=Latin}/u.test(name) ? name.replaceAll('　', ' ') : name)

/** The header of a worker's pages: who one is, and the language. On a phone account and sign-out are in the menu. */
export const OwnHeader = ({ openMenu }: { readonly openMenu: (() => void) | undefined }) => {
  const viewer = useViewer()
  const { t } = useTranslation()
  // Never cut off: where there is little room, the group alone.
  const names = [viewer.groupName, viewer.officeName].filter((name) => name !== null)
  const place = useNarrow() ? (names[0] ?? '') : names.join('・')
  return (
    <header className={styles['header']}>
      {openMenu !== undefined && (
        <PlainButton kind="text" className={styles['menu']} icon={MenuOutlined} aria-label={t('common.openMenu')} onClick={openMenu} />
      )}
      <BrandMark size={24} />
      <p className={styles['who']}>
        <span className={styles['name']}>{spacedName(viewer.displayName)}</span>
        {place !== '' && (
          <span className={styles['place']} lang="ja">
            {place}
          </span>
        )}
      </p>
      <LanguageSwitch onChoose={(chosen) => void chooseOwnLanguage(viewer, chosen)} />
      {openMenu === undefined && <UserMenu />}
    </header>
  )
}
