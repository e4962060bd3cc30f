import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Banner } from '../banner.tsx'
import { usePhrase } from '../../platform/phrases.ts'
import styles from './error-summary.module.css'
import { controlId, type FormState } from './use-form.ts'

/** How many faults there are, that nothing was saved, and a link to each. Shown on top of the form. */
export const ErrorSummary = <Schema extends z.ZodObject>({
  form,
  unsaved,
}: {
  readonly form: FormState<Schema>
  readonly unsaved: string
}) => {
  const names = Object.keys(form.errors)
  const phrase = usePhrase()
  const { t } = useTranslation('texts')
  if (names.length === 0) return null
  return (
    <div className={styles['summary']}>
      <Banner kind="failure">
        <strong>{t('common.faults', { count: names.length })}</strong> {phrase(unsaved)}
        <ul className={styles['links']}>
          {names.map((name) => (
            <li key={name}>
              <a
                href={`#${controlId(form.id, name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(controlId(form.id, name))?.focus()
                }}
              >
                {phrase(form.labelOf(name))}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
