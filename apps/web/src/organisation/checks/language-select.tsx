import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { type Language, languageNames, languages } from '@mimamori/contract/language'
import { Select } from 'antd'
import styles from './language-select.module.css'

const options = languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value].own}</span> }))

type Props = { readonly value: Language; readonly onChange: (language: Language) => void }

/** The language in which the next person is asked. */
export const LanguageSelect = ({ value, onChange }: Props) => (
  <Select
    className={styles['select'] ?? ''}
    size="large"
    aria-label="質問の言語"
    prefix={<GlobalOutlined aria-hidden="true" />}
    popupMatchSelectWidth={false}
    value={value}
    options={options}
    onChange={onChange}
  />
)
