import type { z } from 'zod'
import { Banner } from '../banner.tsx'
import styles from './error-summary.module.css'
import { controlId } from './control-id.ts'
import type { FormState } from './use-form.ts'
import { TranslatedText } from '../translated-text.tsx'
import { Phrase } from '../phrase.tsx'

/** How many faults there are, that nothing was saved, and a link to each. Shown on top of the form. */
export const ErrorSummary = <Schema extends z.ZodObject>({
  form,
  unsaved,
}: {
  readonly form: FormState<Schema>
  readonly unsaved: string
}) => {
  const names = Object.keys(form.errors)
  if (names.length === 0) return null
  return (
    <div className={styles['summary']}>
      <Banner kind="failure">
        <strong>
          <TranslatedText name="common.faults" values={{ count: names.length }} />
        </strong>{' '}
        <Phrase text={unsaved} />
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
                <Phrase text={form.labelOf(name)} />
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
