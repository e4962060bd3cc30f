import PhoneFilled from '@ant-design/icons-svg/es/asn/PhoneFilled'
import type { ReactNode } from 'react'
import { FuriganaText } from '../kit/furigana-text.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { telOf } from '../kit/tel-of.ts'
import { ambulance, type Contact } from './contacts.ts'
import styles from './not-delivered.module.css'

type Props = {
  /** Whom to phone, the nearest first; 119 comes after them. Their names are in the language of the page, perhaps with readings. */
  readonly contacts: readonly Contact[]
  /** What was not delivered, and what happens next. */
  readonly children?: ReactNode
}

/** A call for help or a report that the server has not acknowledged: who is to be phoned instead. It stays until it has. */
export const NotDelivered = ({ contacts, children }: Props) => (
  <section role="alert" className={styles['box']}>
    <p className={styles['title']}>
      <TranslatedText name="selfReport.notDelivered" />
    </p>
    {children}
    <ul className={styles['phones']}>
      {contacts.map(({ name, phone }) => (
        <li key={`${name} ${phone}`}>
          <a href={telOf(phone)} className={styles['phone']}>
            <SvgIcon icon={PhoneFilled} />
            <span>
              <FuriganaText text={name} />
            </span>
            <span className={styles['number']}>{phone}</span>
          </a>
        </li>
      ))}
      <li>
        <a href={telOf(ambulance)} className={styles['phone']}>
          <SvgIcon icon={PhoneFilled} />
          <span>
            <TranslatedText name="own.callAmbulance" />
          </span>
        </a>
      </li>
    </ul>
  </section>
)
