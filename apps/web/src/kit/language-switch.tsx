import DownOutlined from '@ant-design/icons/DownOutlined'
import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { languageOf, type PageLanguage, pageLanguage, pageLanguageName, pageLanguages } from '../platform/page-language.ts'
import { useTranslation } from 'react-i18next'
import styles from './language-switch.module.css'

type LanguageSwitchProps = { readonly onChoose: (chosen: PageLanguage) => void }

/** Chooses the language of the page, Japanese also with readings: each is named by itself, and the list is the device's own. */
export const LanguageSwitch = ({ onChoose }: LanguageSwitchProps) => {
  const { t, i18n } = useTranslation('texts')
  const shown = pageLanguage.catch('ja').parse(i18n.language)
  // Found also by those who cannot read the page as it is.
  const label = shown === 'en' ? t('common.language') : `${t('common.language')} / Language`
  return (
    <label className={styles['switch']}>
      <GlobalOutlined className={styles['globe']} aria-hidden="true" />
      <span className={styles['name']} lang={languageOf(shown)} aria-hidden="true">
        {pageLanguageName(shown).short}
      </span>
      <DownOutlined className={styles['arrow']} aria-hidden="true" />
      <select
        aria-label={label}
        className={styles['choice']}
        value={shown}
        onChange={(event) => {
          const chosen = pageLanguage.safeParse(event.target.value)
          if (chosen.success) onChoose(chosen.data)
        }}
      >
        {pageLanguages.map((code) => (
          <option key={code} value={code} lang={languageOf(code)}>
            {pageLanguageName(code).listed}
          </option>
        ))}
      </select>
    </label>
  )
}
