import GlobalOutlined from '@ant-design/icons/GlobalOutlined'
import { type Language, languageNames, languages } from '@mimamori/contract/language'
import { Select } from 'antd'
import styles from './language-select.module.css'

const options = languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value].own}</span> }))

type Props = { readonly label: string; readonly value: Language; readonly onChange: (language: Language) => void }

/** The language in which the next person is asked. */
export const LanguageSelect = ({ label, value, onChange }: Props) => (
  <Select
    className={styles['select'] ?? ''}
    size="large"
    aria-label={label}
    prefix={<GlobalOutlined aria-hidden="true" />}
    popupMatchSelectWidth={false}
    value={value}
    options={options}
    onChange={onChange}
  />
)
