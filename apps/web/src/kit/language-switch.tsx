import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined'
import { languageOf, type PageLanguage, pageLanguageName, pageLanguages, readPageLanguage } from '../platform/page-language.ts'
import { useTranslation } from '../platform/texts.ts'
import { SvgIcon } from './svg-icon.tsx'
import styles from './language-switch.module.css'

type LanguageSwitchProps = { readonly onChoose: (chosen: PageLanguage) => void }

/** Chooses the language of the page, Japanese also with readings: each is named by itself, and the list is the device's own. */
export const LanguageSwitch = ({ onChoose }: LanguageSwitchProps) => {
  const { t, i18n } = useTranslation()
  const shown = readPageLanguage(i18n.language) ?? 'ja'
  // Found also by those who cannot read the page as it is.
  const label = shown === 'en' ? t('common.language') : `${t('common.language')} / Language`
  return (
    <label className={styles['switch']}>
      <SvgIcon icon={GlobalOutlined} className={styles['globe']} />
      <span className={styles['name']} lang={languageOf(shown)} aria-hidden="true">
        {pageLanguageName(shown).short}
      </span>
      <SvgIcon icon={DownOutlined} className={styles['arrow']} />
      <select
        aria-label={label}
        className={styles['choice']}
        value={shown}
        onChange={(event) => {
          const chosen = readPageLanguage(event.target.value)
          if (chosen !== undefined) onChoose(chosen)
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
