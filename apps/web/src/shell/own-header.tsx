import MenuOutlined from '@ant-design/icons/MenuOutlined'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { BrandMark } from '../platform/brand.tsx'
import { chooseOwnLanguage } from '../platform/language.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './own-header.module.css'
import { UserMenu } from './user-menu.tsx'

/** The header of a worker's pages: who one is, and the language. On a phone account and sign-out are in the menu. */
export const OwnHeader = ({ openMenu }: { readonly openMenu: (() => void) | undefined }) => {
  const viewer = useViewer()
  const { t } = useTranslation('texts')
  const place = [viewer.groupName, viewer.officeName].filter((name) => name !== null).join('・')
  return (
    <header className={styles['header']}>
      {openMenu !== undefined && (
        <Button
          type="text"
          className={styles['menu'] ?? ''}
          icon={<MenuOutlined aria-hidden="true" />}
          aria-label={t('common.openMenu')}
          onClick={openMenu}
        />
      )}
      <BrandMark size={24} />
      <p className={styles['who']}>
        <span className={styles['name']}>{viewer.displayName}</span>
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
