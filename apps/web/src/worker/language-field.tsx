import { type Language, languageNames, languages } from '@mimamori/contract/language'
import type { WorkerDraft } from '@mimamori/contract/person'
import { type Review, reviews } from '@mimamori/texts/review'
import type { z } from 'zod'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import { SelectField } from '../kit/form/select-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'

const nameOf = (code: Language): string => {
  const { own, japanese } = languageNames[code]
  return own === japanese ? own : `${japanese}（${own}）`
}

const choices = languages.map((value) => ({ value, label: nameOf(value) }))

const reviewWords = (code: Language, review: Review): string => {
  if (review.by === 'person')
    return `${languageNames[code].japanese}の文章は${review.on.replaceAll('-', '/')}に${review.name}さんが確かめました。`
  return code === 'ja'
    ? ''
    : `${languageNames[code].japanese}の文章は機械で訳したもので、話せる人の確認はまだです（${review.on.replaceAll('-', '/')}）。`
}

type LanguageFieldProps<Schema extends z.ZodObject> = { readonly form: FormState<Schema> } & Needs<Schema, 'language'>

/** The language of a worker's own pages and notices, with the state of its texts' review. */
export const LanguageField = <Schema extends z.ZodObject>({ form }: LanguageFieldProps<Schema>) => {
  const part = partOf<typeof WorkerDraft>(form)
  const chosen = languages.find((code) => code === part.draft.language)
  const review = chosen === undefined ? '' : reviewWords(chosen, reviews[chosen])
  return (
    <SelectField
      form={part}
      name="language"
      choices={choices}
      placeholder="日本語"
      hint={`本人のページと通知の言語です。本人も変えられます。${review}`}
    />
  )
}
