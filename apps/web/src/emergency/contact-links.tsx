import PhoneOutlined from '@ant-design/icons-svg/es/asn/PhoneOutlined'
import { telOf } from '../kit/tel-of.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './contact-links.module.css'
import type { Contact } from './contacts.ts'

/** Whom to call, in a row: with their numbers where there is room, as buttons for a thumb on a phone. */
export const ContactLinks = ({ contacts }: { readonly contacts: readonly Contact[] }) =>
  contacts.length > 0 && (
    <ul className={styles['links']} aria-label="連絡先">
      {contacts.map(({ name, phone }) => (
        <li key={name}>
          <a href={telOf(phone)} className={styles['link']} aria-label={`${name}へ電話 ${phone}`}>
            <SvgIcon icon={PhoneOutlined} />
            <span className={styles['name']}>{name}</span>
            <span className={styles['number']}>{phone}</span>
          </a>
        </li>
      ))}
    </ul>
  )
