import DownOutlined from '@ant-design/icons/DownOutlined'
import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { language, type Language, languageNames, languages } from '@mimamori/contract/language'
import { useTranslation } from 'react-i18next'
import styles from './language-switch.module.css'

type LanguageSwitchProps = { readonly onChoose: (chosen: Language) => void }

/** Chooses the language of the page: each is named by itself, and the list is the device's own. */
export const LanguageSwitch = ({ onChoose }: LanguageSwitchProps) => {
  const { t, i18n } = useTranslation('texts')
  const shown = language.catch('ja').parse(i18n.language)
  // Found also by those who cannot read the page as it is.
  const label = shown === 'en' ? t('common.language') : `${t('common.language')} / Language`
  return (
    <label className={styles['switch']}>
      <GlobalOutlined className={styles['globe']} aria-hidden="true" />
      <span className={styles['name']} lang={shown} aria-hidden="true">
        {languageNames[shown].own}
      </span>
      <DownOutlined className={styles['arrow']} aria-hidden="true" />
      <select
        aria-label={label}
        className={styles['choice']}
        value={shown}
        onChange={(event) => {
          const chosen = language.safeParse(event.target.value)
          if (chosen.success) onChoose(chosen.data)
        }}
      >
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageNames[code].own}
          </option>
        ))}
      </select>
    </label>
  )
}
