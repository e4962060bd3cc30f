import { sql, type RawBuilder } from 'kysely'

/*
 * Names are searched for in the form that the database's `fold_kana` gives them: kanji, hiragana, katakana and half-width
 * kana, with spaces or none. `name_folded` of a person holds name and furigana in that form, with a space between.
 */

const folded = (text: string) => sql`fold_kana(${text}::text)`

/** True for people with the text somewhere in their name or furigana. The person table is under the alias `u`. */
export const nameContains = (text: string): RawBuilder<boolean> => sql<boolean>`strpos(u.name_folded, ${folded(text)}) > 0`

/** True for people whose whole name or furigana is the text. The person table is under the alias `u`. */
export const nameIs = (text: string): RawBuilder<boolean> =>
  sql<boolean>`${folded(text)} in (split_part(u.name_folded, ' ', 1), split_part(u.name_folded, ' ', 2))`

/** True where the column (or expression) has the text somewhere, folded on both sides: for short lists. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(fold_kana(${sql.ref(column)}), ${folded(text)}) > 0`
