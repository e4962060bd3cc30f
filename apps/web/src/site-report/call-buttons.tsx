import PhoneOutlined from '@ant-design/icons/PhoneOutlined'
import { TranslatedText } from '../kit/translated-text.tsx'
import { telOf } from '../kit/tel-of.ts'
import styles from './site-report.module.css'

/** Calls the ambulance. */
export const Call119 = () => (
  <a className={styles['call119']} href="tel:119">
    <PhoneOutlined aria-hidden="true" />
    <TranslatedText name="siteReport.call119" />
  </a>
)

/** Calls the site. */
export const PhoneButton = ({ phone }: { readonly phone: string }) => (
  <a className={styles['phone']} href={telOf(phone)}>
    <PhoneOutlined aria-hidden="true" />
    <span>
      <TranslatedText name="siteReport.sitePhone" /> <span className={styles['number']}>{phone}</span>
    </span>
  </a>
)
