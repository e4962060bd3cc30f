import type { Language } from '@mimamori/contract/language'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './check-person.module.css'
import { LanguageSelect } from './language-select.tsx'

type CheckPersonProps = {
  readonly name: string
  readonly furigana: string | undefined
  /** The word for language, in that language. */
  readonly languageLabel: string
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

/** Who is asked, and in which language. The name has the focus: a screen reader says whose turn it is. */
export const CheckPerson = ({ name, furigana, languageLabel, language, onLanguage }: CheckPersonProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [])
  return (
    <div className={styles['who']}>
      <div>
        {furigana !== undefined && <p>{furigana}</p>}
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
      </div>
      <LanguageSelect label={languageLabel} value={language} onChange={onLanguage} />
    </div>
  )
}

/** What is to be known before answering. */
export const CheckNote = ({ children }: { readonly children: string }) => <p className={styles['note']}>{children}</p>

/** The buttons at the thumb, which stay in sight below long questions. */
export const CheckFoot = ({ lang, children }: { readonly lang?: Language; readonly children: ReactNode }) => (
  <div className={styles['foot']} {...(lang !== undefined && { lang })}>
    {children}
  </div>
)
