import type { Language } from '@mimamori/contract/language'

/** Who has read the texts of a language last: nobody since a machine wrote them, or a person who speaks it. */
export type Review = { readonly by: 'machine'; readonly on: string } | { readonly by: 'person'; readonly on: string; readonly name: string }

/** The state of review of each language; `on` is a date (YYYY-MM-DD). After a person has read a file, their name goes here. */
export const reviews: Readonly<Record<Language, Review>> = {
  ja: { by: 'machine', on: '2026-11-27' },
  en: { by: 'machine', on: '2026-11-27' },
  vi: { by: 'machine', on: '2026-11-27' },
  'zh-Hans': { by: 'machine', on: '2026-11-27' },
  id: { by: 'machine', on: '2026-11-27' },
  fil: { by: 'machine', on: '2026-11-27' },
  my: { by: 'machine', on: '2026-11-27' },
  ne: { by: 'machine', on: '2026-11-27' },
}
